# isaopt in a CMake build (3.21 or newer).
#
#   execute_process(COMMAND isaopt cmake OUTPUT_VARIABLE isaopt_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
#   find_package(isaopt REQUIRED)
#
#   isaopt_optimize(my_program)                                          # the kernels of a HIP target
#   isaopt_add_hsaco(kernels SOURCE kernel.hip ARCH gfx1100 gfx1201)     # code objects to load at run time
#
# ISAOPT_EXECUTABLE is the command; it is looked for on PATH and in the Python environment that this file is in.

cmake_minimum_required(VERSION 3.21)

find_program(ISAOPT_EXECUTABLE isaopt HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin")
if(NOT ISAOPT_EXECUTABLE)
  set(isaopt_FOUND FALSE)
  set(isaopt_NOT_FOUND_MESSAGE "the command isaopt is not on PATH: set ISAOPT_EXECUTABLE")
  return()
endif()

# isaopt_optimize(<target>... [OPTIONS <option of isaopt hipcc>...])
#
# The device code that is compiled for these targets is optimised on the way into their objects, whether their sources
# are of the language HIP, or of C++ with a compiler that is asked to offload. A launcher that they have, such as ccache,
# comes after isaopt.
function(isaopt_optimize)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "" "OPTIONS")
  foreach(target IN LISTS ARG_UNPARSED_ARGUMENTS)
    foreach(language IN ITEMS HIP CXX)
      get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
      if(NOT launcher)
        set(launcher "")
      endif()
      set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER
        "${ISAOPT_EXECUTABLE}" hipcc ${ARG_OPTIONS} -- ${launcher})
    endforeach()
  endforeach()
endfunction()

# isaopt_add_hsaco(<target> SOURCE <kernel.hip or kernel.s> ARCH <gfx>...
#                  [ALL] [OUTPUT_DIRECTORY <dir>] [OPTIONS <option>...] [DEPENDS <file>...]
#                  [COMPILER <clang++ or hipcc>] [COMPILE_OPTIONS <flag>...])
#
# A target that makes <stem>-<gfx>.hsaco for each ARCH, in the current binary directory unless OUTPUT_DIRECTORY says
# otherwise; its property ISAOPT_HSACO lists them. OPTIONS are those of isaopt opt for a .s file and of isaopt hipcc for
# a source. A source is compiled by COMPILER (else CMAKE_HIP_COMPILER, hipcc or clang++) and built anew when a header
# changes that it includes.
function(isaopt_add_hsaco name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "SOURCE;OUTPUT_DIRECTORY;COMPILER" "ARCH;OPTIONS;DEPENDS;COMPILE_OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "isaopt_add_hsaco(${name}): unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCE OR NOT ARG_ARCH)
    message(FATAL_ERROR "isaopt_add_hsaco(${name}): needs SOURCE and ARCH")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_SOURCE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE source)
  cmake_path(GET source STEM LAST_ONLY stem)
  cmake_path(GET source EXTENSION LAST_ONLY extension)
  if(NOT ARG_OUTPUT_DIRECTORY)
    set(ARG_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_OUTPUT_DIRECTORY BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE directory)
  file(MAKE_DIRECTORY "${directory}")

  set(outputs "")
  foreach(arch IN LISTS ARG_ARCH)
    if(NOT arch MATCHES "^gfx[0-9a-f]+$")
      message(FATAL_ERROR "isaopt_add_hsaco(${name}): ARCH ${arch} is not a GPU")
    endif()
    set(output "${directory}/${stem}-${arch}.hsaco")
    if(extension STREQUAL ".s")
      set(rewritten "${directory}/${stem}-${arch}.isaopt.s")
      add_custom_command(
        OUTPUT "${output}"
        BYPRODUCTS "${rewritten}"
        COMMAND "${ISAOPT_EXECUTABLE}" opt "${source}" -o "${rewritten}" --arch ${arch} --cache ${ARG_OPTIONS}
        COMMAND "${ISAOPT_EXECUTABLE}" build "${rewritten}" -o "${output}" --arch ${arch}
        DEPENDS "${source}" ${ARG_DEPENDS}
        COMMENT "Optimising ${stem} for ${arch}"
        VERBATIM)
    else()
      _isaopt_compiler(compiler "${ARG_COMPILER}")
      # What -MD and -MF come to; the driver takes them for the host's compilation alone, which there is not.
      set(dependencies "")
      foreach(argument IN ITEMS -dependency-file "${output}.d" -MT "${output}" -sys-header-deps)
        list(APPEND dependencies -Xclang "${argument}")
      endforeach()
      add_custom_command(
        OUTPUT "${output}"
        COMMAND "${ISAOPT_EXECUTABLE}" hipcc ${ARG_OPTIONS} --
          "${compiler}" -x hip --offload-arch=${arch} --cuda-device-only --no-gpu-bundle-output -O3
          ${ARG_COMPILE_OPTIONS} ${dependencies} -o "${output}" -c "${source}"
        DEPENDS "${source}" ${ARG_DEPENDS}
        DEPFILE "${output}.d"
        COMMENT "Compiling ${stem} for ${arch}, optimised"
        VERBATIM)
    endif()
    list(APPEND outputs "${output}")
  endforeach()

  set(all "")
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${outputs} SOURCES "${source}")
  set_property(TARGET ${name} PROPERTY ISAOPT_HSACO "${outputs}")
endfunction()

# The compiler of HIP sources: what is named, what the project has, what is found.
function(_isaopt_compiler result named)
  if(named)
    set(${result} "${named}" PARENT_SCOPE)
  elseif(CMAKE_HIP_COMPILER)
    set(${result} "${CMAKE_HIP_COMPILER}" PARENT_SCOPE)
  else()
    find_program(ISAOPT_HIP_COMPILER NAMES hipcc clang++ HINTS ENV ROCM_PATH /opt/rocm PATH_SUFFIXES bin REQUIRED)
    set(${result} "${ISAOPT_HIP_COMPILER}" PARENT_SCOPE)
  endif()
endfunction()
