"""The HIP runtime through ``ctypes``: the calls that a launch needs, the same in ROCm 5, 6 and 7.

Numbers and structures: ``hip_runtime_api.h`` of HIP 5.2 and 7.1. HIP 6 changed the layout of ``hipDeviceProp_t`` under
the name ``hipGetDevicePropertiesR0600``; only the processor's name is read from it. Attributes have the same numbers in
all three.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass

from isaopt.errors import IsaoptError, MissingTool
from isaopt.toolchain.runtime import find_gpus, find_hip_library, gpu_problem

SUCCESS = 0
HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2

#: ``hipDeviceAttribute_t``.
CLOCK_KHZ, COMPUTE_UNITS = 5, 63

#: ``HIP_LAUNCH_PARAM_*``: the list that passes a kernel its arguments as one block of bytes.
BUFFER_POINTER, BUFFER_SIZE, END = 1, 2, 3

#: Far more than any version's ``hipDeviceProp_t`` (1472 bytes in HIP 7), in case one grows.
_PROPERTIES_BYTES = 8192
#: The offset of ``gcnArchName`` in it: since HIP 6, and before.
_ARCH_NAME_R0600, _ARCH_NAME = 1160, 396
_ARCH = re.compile(rb"gfx[0-9a-f]{3,5}[a-z0-9:+-]*")

_CHECKED = (
    "hipInit",
    "hipGetDeviceCount",
    "hipSetDevice",
    "hipRuntimeGetVersion",
    "hipDeviceGetAttribute",
    "hipDeviceGetName",
    "hipModuleLoadData",
    "hipModuleUnload",
    "hipModuleGetFunction",
    "hipModuleLaunchKernel",
    "hipMalloc",
    "hipFree",
    "hipMemcpy",
    "hipDeviceSynchronize",
    "hipEventCreate",
    "hipEventDestroy",
    "hipEventRecord",
    "hipEventSynchronize",
    "hipEventElapsedTime",
)


class HipError(IsaoptError):
    """A call of the runtime failed; the message names the call and the runtime's own error."""


@dataclass(frozen=True, slots=True)
class Device:
    """A GPU as the runtime describes it. ``clock_mhz`` is its highest engine clock, 0 if unknown."""

    index: int
    name: str
    arch: str
    compute_units: int
    clock_mhz: float
    runtime: str


class Hip:
    """The loaded runtime, with one device chosen.

    Raises:
        MissingTool: there is no runtime, it lacks a required call, or it finds no device.
    """

    def __init__(self, device: int = 0) -> None:
        path = find_hip_library()
        if not path:
            hint = "install ROCm, or set ISAOPT_HIP_LIBRARY or ROCM_PATH"
            raise MissingTool("no HIP runtime (libamdhip64.so) was found", hint=hint)
        try:
            self._library = ctypes.CDLL(path)
            for name in _CHECKED:
                getattr(self._library, name).restype = ctypes.c_int
            self._library.hipGetErrorName.restype = ctypes.c_char_p
        except (OSError, AttributeError) as error:
            raise MissingTool(f"cannot use the HIP runtime: {error}", path=path) from None
        self.path = path
        count = ctypes.c_int(0)
        status = self._library.hipInit(0) or self._library.hipGetDeviceCount(ctypes.byref(count))
        if status != SUCCESS or count.value == 0:
            said = self.error_name(status) if status != SUCCESS else "it lists none"
            problem = gpu_problem(find_gpus())
            raise MissingTool(f"the HIP runtime finds no GPU: {said}" + (f" ({problem})" if problem else ""), path=path)
        if not 0 <= device < count.value:
            raise MissingTool(f"there is no GPU {device}; the HIP runtime finds {count.value}", path=path)
        self.call("hipSetDevice", device)
        self.device = self._describe(device)

    def error_name(self, status: int) -> str:
        """The runtime's name for an error, such as ``hipErrorNoDevice``."""
        name = self._library.hipGetErrorName(status)
        return name.decode(errors="replace") if isinstance(name, bytes) else f"error {status}"

    def call(self, name: str, *arguments: object) -> None:
        """Makes a call of the runtime; raises :class:`HipError` if it fails."""
        status = getattr(self._library, name)(*arguments)
        if status != SUCCESS:
            raise HipError(f"{name}: {self.error_name(status)}", path=self.path)

    def _describe(self, device: int) -> Device:
        name = ctypes.create_string_buffer(256)
        self.call("hipDeviceGetName", name, len(name), device)
        version = ctypes.c_int(0)
        self.call("hipRuntimeGetVersion", ctypes.byref(version))
        # HIP_VERSION: major * 10000000 + minor * 100000 + patch.
        runtime = f"{version.value // 10_000_000}.{version.value // 100_000 % 100}.{version.value % 100_000}"
        return Device(
            device,
            name.value.decode(errors="replace"),
            self._arch(device),
            self._attribute(COMPUTE_UNITS, device),
            self._attribute(CLOCK_KHZ, device) / 1000,
            runtime,
        )

    def _attribute(self, number: int, device: int) -> int:
        value = ctypes.c_int(0)
        status = self._library.hipDeviceGetAttribute(ctypes.byref(value), number, device)
        return value.value if status == SUCCESS else 0

    def _arch(self, device: int) -> str:
        """The processor, such as ``gfx1100``, without its features."""
        properties = ctypes.create_string_buffer(_PROPERTIES_BYTES)
        get, offset = getattr(self._library, "hipGetDevicePropertiesR0600", None), _ARCH_NAME_R0600
        if get is None:
            get, offset = self._library.hipGetDeviceProperties, _ARCH_NAME
        get.restype = ctypes.c_int
        status = get(properties, device)
        if status != SUCCESS:
            raise HipError(f"hipGetDeviceProperties: {self.error_name(status)}", path=self.path)
        found = _ARCH.match(properties.raw, offset)
        if found is None:
            raise HipError("hipGetDeviceProperties: the layout is not that of HIP 5 to 7", path=self.path)
        return found[0].decode().split(":")[0]

    def module(self, image: bytes) -> ctypes.c_void_p:
        """Loads a code object."""
        handle = ctypes.c_void_p()
        self.call("hipModuleLoadData", ctypes.byref(handle), image)
        return handle

    def function(self, module: ctypes.c_void_p, name: str) -> ctypes.c_void_p:
        """A kernel of a loaded code object."""
        handle = ctypes.c_void_p()
        self.call("hipModuleGetFunction", ctypes.byref(handle), module, name.encode())
        return handle

    def unload(self, module: ctypes.c_void_p) -> None:
        self.call("hipModuleUnload", module)

    def allocate(self, size: int) -> int:
        """Allocates device memory and returns its address."""
        address = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        return address.value or 0

    def free(self, address: int) -> None:
        self.call("hipFree", ctypes.c_void_p(address))

    def copy(self, target: int, source: int, size: int, kind: int) -> None:
        """Copy ``size`` bytes; ``kind`` is ``HOST_TO_DEVICE`` and so on."""
        if size:
            self.call("hipMemcpy", ctypes.c_void_p(target), ctypes.c_void_p(source), ctypes.c_size_t(size), kind)

    def launch(
        self,
        function: ctypes.c_void_p,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        lds: int,
        arguments: bytes,
    ) -> None:
        """Starts a kernel on the default stream; the runtime fills in the hidden arguments after ``arguments``."""
        block_of_bytes = ctypes.create_string_buffer(arguments, max(len(arguments), 1))
        size = ctypes.c_size_t(len(arguments))
        extra = (ctypes.c_void_p * 5)(
            BUFFER_POINTER, ctypes.addressof(block_of_bytes), BUFFER_SIZE, ctypes.addressof(size), END
        )
        geometry = [ctypes.c_uint(n) for n in (*grid, *block)]
        self.call("hipModuleLaunchKernel", function, *geometry, ctypes.c_uint(lds), None, None, extra)

    def synchronize(self) -> None:
        self.call("hipDeviceSynchronize")

    def event(self) -> ctypes.c_void_p:
        handle = ctypes.c_void_p()
        self.call("hipEventCreate", ctypes.byref(handle))
        return handle

    def destroy_event(self, event: ctypes.c_void_p) -> None:
        self.call("hipEventDestroy", event)

    def record(self, event: ctypes.c_void_p) -> None:
        self.call("hipEventRecord", event, None)

    def elapsed_ms(self, start: ctypes.c_void_p, stop: ctypes.c_void_p) -> float:
        """Milliseconds between two events, after waiting for the second."""
        self.call("hipEventSynchronize", stop)
        time = ctypes.c_float(0)
        self.call("hipEventElapsedTime", ctypes.byref(time), start, stop)
        return time.value
