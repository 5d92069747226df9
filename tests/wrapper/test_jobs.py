"""Reading the driver's plan: its quoting, what is a device's job, and what each means for isaopt."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from isaopt.wrapper.device import diagnostics
from isaopt.wrapper.jobs import (
    JobPlan,
    assembler_job,
    device_arch,
    is_relocatable,
    listings,
    makes_bitcode_only,
    new_offloading,
    optimizable,
    read_plan,
    value_of,
    with_value,
)

HEADER = """clang version 22.1.8
Target: x86_64-pc-linux-gnu
Thread model: posix
InstalledDir: /usr/bin
"""


def quoted(argument: str) -> str:
    """As LLVM prints an argument of a job."""
    return '"' + "".join("\\" + c if c in '"\\$' else c for c in argument) + '"'


def cc1(*arguments: str, arch: str = "gfx1100") -> tuple[str, ...]:
    return ("/bin/clang", "-cc1", "-triple", "amdgcn-amd-amdhsa", "-O2", "-target-cpu", arch, *arguments)


@given(
    st.lists(
        st.lists(
            st.text(string.printable.replace("\n", "").replace("\r", "").replace("\x0b", "").replace("\x0c", "")),
            min_size=1,
        ),
        max_size=3,
    )
)
def test_every_argument_is_read_as_it_was_meant(jobs: list[list[str]]) -> None:
    text = HEADER + "".join(" " + " ".join(quoted(a) for a in job) + "\n" for job in jobs)
    plan = read_plan(text)
    assert plan == JobPlan(tuple(tuple(job) for job in jobs), "")


def test_what_the_driver_says_besides_is_kept() -> None:
    said = "clang: warning: argument unused during compilation: '-pie' [-Wunused-command-line-argument]\n"
    plan = read_plan(said + HEADER + ' (in-process)\n "/bin/clang" "-cc1"\n')
    assert plan == JobPlan((("/bin/clang", "-cc1"),), said)


def test_arguments_in_a_response_file_cannot_be_read() -> None:
    assert read_plan(HEADER + ' "/bin/lld" "@/tmp/r"\n Arguments passed via response file:\n') is None


def test_which_jobs_make_device_code_that_is_optimised() -> None:
    assert device_arch(cc1("-emit-obj")) == "gfx1100"
    assert optimizable(cc1("-emit-obj", arch="gfx1201"))
    assert not optimizable(cc1("-emit-obj", arch="gfx906"))
    for other in ("-Eonly", "-E", "-fsyntax-only"):
        assert not optimizable(cc1(other))
    assert device_arch(("/bin/clang", "-cc1", "-triple", "x86_64-pc-linux-gnu", "-target-cpu", "x86-64")) == ""
    assert device_arch(("/bin/lld", "-flavor", "gnu", "-plugin-opt=mcpu=gfx1100")) == ""
    assert device_arch(("/bin/clang", "-cc1as", "-triple", "amdgcn-amd-amdhsa", "-target-cpu", "gfx1150")) == "gfx1150"


def test_code_for_a_debugger_is_left_alone() -> None:
    assert not optimizable(cc1("-emit-obj", "-O0"))
    assert not optimizable(("/bin/clang", "-cc1", "-triple", "amdgcn-amd-amdhsa", "-target-cpu", "gfx1100"))
    for level in ("-O1", "-O3", "-Os", "-Oz", "-Ofast", "-O"):
        assert optimizable(cc1("-emit-obj", "-O0", level))
    assembler = ("/bin/clang", "-cc1as", "-triple", "amdgcn-amd-amdhsa", "-target-cpu", "gfx1100", "-o", "a.o", "a.s")
    assert listings(JobPlan((cc1("-S", "-o", "a.s"), assembler), "")) == {"a.s"}
    assert listings(JobPlan((cc1("-S", "-O0", "-o", "a.s"), assembler), "")) == frozenset()
    assert listings(JobPlan((cc1("-S", "-o", "a.s"),), "")) == frozenset()


def test_code_that_is_left_to_the_link() -> None:
    bitcode, listing = cc1("-emit-llvm-bc", "-o", "a.bc"), cc1("-S", "-o", "a.s", "-x", "ir", "a.bc")
    assert makes_bitcode_only(JobPlan((bitcode,), ""))
    assert not makes_bitcode_only(JobPlan((bitcode, listing), ""))
    assert not makes_bitcode_only(JobPlan((cc1("-emit-obj", "-o", "a.o"),), ""))
    assert not makes_bitcode_only(JobPlan((cc1("-emit-llvm-bc", "-o", "a.bc", arch="gfx90a"),), ""))
    assert is_relocatable(JobPlan((cc1("-emit-llvm-bc", "-fgpu-rdc"),), ""))
    assert not is_relocatable(JobPlan((cc1("-emit-llvm-bc", "-fgpu-rdc", arch="gfx90a"),), ""))
    assert new_offloading(JobPlan((("/usr/bin/clang-linker-wrapper", "a.o"),), ""))
    assert not new_offloading(JobPlan((("/usr/bin/ld", "a.o"),), ""))


def test_values_of_options() -> None:
    job = cc1("-o", "first", "-o", "second")
    assert value_of(job, "-o") == "second"
    assert value_of(job, "-MT") == ""
    assert value_of((*job, "-MT"), "-MT") == ""
    assert with_value(job, "-o", "third") == cc1("-o", "first", "-o", "third")


def test_the_assembler_is_told_what_the_driver_tells_it() -> None:
    job = cc1(
        *("-emit-obj", "-main-file-name", "k.hip", "-target-feature", "+wavefrontsize64", "-target-feature", "+cumode"),
        *("-mllvm", "-amdgpu-internalize-symbols", "-mllvm", "--amdhsa-code-object-version=5", "-dwarf-version=5"),
        *("-fdebug-compilation-dir=/work", "-mrelocation-model", "pic", "-O2", "-o", "k.o", "-x", "hip", "k.hip"),
    )
    assert assembler_job(job, "k.s", "new.o") == (
        *("/bin/clang", "-cc1as", "-triple", "amdgcn-amd-amdhsa", "-filetype", "obj", "-target-cpu", "gfx1100"),
        *("-main-file-name", "k.hip", "-target-feature", "+wavefrontsize64", "-target-feature", "+cumode"),
        *("-mllvm", "--amdhsa-code-object-version=5", "-dwarf-version=5", "-fdebug-compilation-dir=/work"),
        *("-mrelocation-model", "pic", "-o", "new.o", "k.s"),
    )


def test_messages_are_told_apart() -> None:
    first, second = "a.s:172:2: warning: odd\n  .file\n  ^\n", "b.c:1:1: error: bad: worse\nint\n^~~\n"
    assert "".join(diagnostics("preface\n" + first + second)) == "preface\n" + first + second
    assert diagnostics(first + second)[-2:] == [first, second]
    assert diagnostics("") == [""]
