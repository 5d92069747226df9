"""Properties and attributes of the chosen GPU, as the bytes that HIP's API returns.

Layouts and numbers: ``hip_runtime_api.h`` of HIP 5 (``hipDeviceProp_t``) and of HIP 6 and 7 (``hipDeviceProp_tR0600``,
``hipDeviceAttribute_t``).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from isaopt.target.gpus import Gpu

_GIB = 1 << 30
#: Memory of each GPU in GiB (AMD's specifications); for an APU, a share of the system's.
_MEMORY = {
    "rx7600": 8, "rx7600xt": 16, "rx7800xt": 16, "rx7900gre": 16, "rx7900xtx": 24, "rx9060xt": 16, "rx9070xt": 16,
}  # fmt: skip

#: Fields of the structures, in order: name and format; a repeat count makes an array.
_R0600 = """
name:256s uuid:16s luid:8s luidDeviceNodeMask:I totalGlobalMem:Q sharedMemPerBlock:Q regsPerBlock:i warpSize:i
memPitch:Q maxThreadsPerBlock:i maxThreadsDim:3i maxGridSize:3i clockRate:i totalConstMem:Q major:i minor:i
textureAlignment:Q texturePitchAlignment:Q deviceOverlap:i multiProcessorCount:i kernelExecTimeoutEnabled:i integrated:i
canMapHostMemory:i computeMode:i maxTexture1D:i maxTexture1DMipmap:i maxTexture1DLinear:i maxTexture2D:2i
maxTexture2DMipmap:2i maxTexture2DLinear:3i maxTexture2DGather:2i maxTexture3D:3i maxTexture3DAlt:3i maxTextureCubemap:i
maxTexture1DLayered:2i maxTexture2DLayered:3i maxTextureCubemapLayered:2i maxSurface1D:i maxSurface2D:2i maxSurface3D:3i
maxSurface1DLayered:2i maxSurface2DLayered:3i maxSurfaceCubemap:i maxSurfaceCubemapLayered:2i surfaceAlignment:Q
concurrentKernels:i ECCEnabled:i pciBusID:i pciDeviceID:i pciDomainID:i tccDriver:i asyncEngineCount:i
unifiedAddressing:i memoryClockRate:i memoryBusWidth:i l2CacheSize:i persistingL2CacheMaxSize:i
maxThreadsPerMultiProcessor:i streamPrioritiesSupported:i globalL1CacheSupported:i localL1CacheSupported:i
sharedMemPerMultiprocessor:Q regsPerMultiprocessor:i managedMemory:i isMultiGpuBoard:i multiGpuBoardGroupID:i
hostNativeAtomicSupported:i singleToDoublePrecisionPerfRatio:i pageableMemoryAccess:i concurrentManagedAccess:i
computePreemptionSupported:i canUseHostPointerForRegisteredMem:i cooperativeLaunch:i cooperativeMultiDeviceLaunch:i
sharedMemPerBlockOptin:Q pageableMemoryAccessUsesHostPageTables:i directManagedMemAccessFromHost:i
maxBlocksPerMultiProcessor:i accessPolicyMaxWindowSize:i reservedSharedMemPerBlock:Q hostRegisterSupported:i
sparseHipArraySupported:i hostRegisterReadOnlySupported:i timelineSemaphoreInteropSupported:i memoryPoolsSupported:i
gpuDirectRDMASupported:i gpuDirectRDMAFlushWritesOptions:I gpuDirectRDMAWritesOrdering:i
memoryPoolSupportedHandleTypes:I deferredMappingHipArraySupported:i ipcEventSupported:i clusterLaunch:i
unifiedFunctionPointers:i reserved:63i hipReserved:32i gcnArchName:256s maxSharedMemoryPerMultiProcessor:Q
clockInstructionRate:i arch:I hdpMemFlushCntl:Q hdpRegFlushCntl:Q cooperativeMultiDeviceUnmatchedFunc:i
cooperativeMultiDeviceUnmatchedGridDim:i cooperativeMultiDeviceUnmatchedBlockDim:i
cooperativeMultiDeviceUnmatchedSharedMem:i isLargeBar:i asicRevision:i"""
_R0000 = """name:256s totalGlobalMem:Q sharedMemPerBlock:Q regsPerBlock:i warpSize:i maxThreadsPerBlock:i
maxThreadsDim:3i maxGridSize:3i clockRate:i memoryClockRate:i memoryBusWidth:i totalConstMem:Q major:i minor:i
multiProcessorCount:i l2CacheSize:i maxThreadsPerMultiProcessor:i computeMode:i clockInstructionRate:i arch:I
concurrentKernels:i pciDomainID:i pciBusID:i pciDeviceID:i maxSharedMemoryPerMultiProcessor:Q isMultiGpuBoard:i
canMapHostMemory:i gcnArch:i gcnArchName:256s integrated:i cooperativeLaunch:i cooperativeMultiDeviceLaunch:i
maxTexture1DLinear:i maxTexture1D:i maxTexture2D:2i maxTexture3D:3i hdpMemFlushCntl:Q hdpRegFlushCntl:Q memPitch:Q
textureAlignment:Q texturePitchAlignment:Q kernelExecTimeoutEnabled:i ECCEnabled:i tccDriver:i
cooperativeMultiDeviceUnmatchedFunc:i cooperativeMultiDeviceUnmatchedGridDim:i
cooperativeMultiDeviceUnmatchedBlockDim:i cooperativeMultiDeviceUnmatchedSharedMem:i isLargeBar:i asicRevision:i
managedMemory:i directManagedMemAccessFromHost:i concurrentManagedAccess:i pageableMemoryAccess:i
pageableMemoryAccessUsesHostPageTables:i"""
#: Attributes by number: the field of the first structure with the value; a number after it is the element of an array.
_ATTRIBUTES = {
    0: """ECCEnabled accessPolicyMaxWindowSize asyncEngineCount canMapHostMemory canUseHostPointerForRegisteredMem
    clockRate computeMode computePreemptionSupported concurrentKernels concurrentManagedAccess cooperativeLaunch
    cooperativeMultiDeviceLaunch deviceOverlap directManagedMemAccessFromHost globalL1CacheSupported
    hostNativeAtomicSupported integrated isMultiGpuBoard kernelExecTimeoutEnabled l2CacheSize localL1CacheSupported
    - luidDeviceNodeMask major managedMemory maxBlocksPerMultiProcessor maxThreadsDim.0 maxThreadsDim.1
    maxThreadsDim.2 maxGridSize.0 maxGridSize.1 maxGridSize.2""",
    55: """maxThreadsDim.0 maxThreadsPerBlock maxThreadsPerMultiProcessor memPitch memoryBusWidth memoryClockRate minor
    multiGpuBoardGroupID multiProcessorCount - pageableMemoryAccess pageableMemoryAccessUsesHostPageTables pciBusID
    pciDeviceID pciDomainID persistingL2CacheMaxSize regsPerBlock regsPerMultiprocessor reservedSharedMemPerBlock
    sharedMemPerBlock sharedMemPerBlockOptin sharedMemPerMultiprocessor singleToDoublePrecisionPerfRatio
    streamPrioritiesSupported surfaceAlignment tccDriver textureAlignment texturePitchAlignment totalConstMem
    totalGlobalMem unifiedAddressing - warpSize memoryPoolsSupported - hostRegisterSupported""",
    10000: """clockInstructionRate - maxSharedMemoryPerMultiProcessor - - - - cooperativeMultiDeviceUnmatchedFunc
    cooperativeMultiDeviceUnmatchedGridDim cooperativeMultiDeviceUnmatchedBlockDim
    cooperativeMultiDeviceUnmatchedSharedMem isLargeBar asicRevision - imageSupport physicalMultiProcessorCount -
    clockInstructionRate""",
}
_ONES = """concurrentKernels canMapHostMemory unifiedAddressing managedMemory concurrentManagedAccess cooperativeLaunch
hostRegisterSupported canUseHostPointerForRegisteredMem directManagedMemAccessFromHost memoryPoolsSupported
hostNativeAtomicSupported deviceOverlap asyncEngineCount streamPrioritiesSupported isLargeBar pageableMemoryAccess
unifiedFunctionPointers pciBusID imageSupport"""
_Value = int | bytes | tuple[int, ...]


def _values(gpu: Gpu) -> dict[str, _Value]:
    """The fields that are not 0. A multiprocessor is a WGP, as HIP counts them on RDNA."""
    cus = gpu.cycles("gpu.cus")
    integrated = gpu.name not in _MEMORY
    memory = _MEMORY.get(gpu.name, 8) * _GIB
    registers = 4 * 1536 * 32
    return {
        **dict.fromkeys(_ONES.split(), 1),
        "name": f"AMD {gpu.title.partition(' (')[0]}".encode(),
        "uuid": b"GPU-" + gpu.name.encode().ljust(12, b"0"),
        "gcnArchName": gpu.arch.encode(),
        "gcnArch": int(gpu.arch[3:], 16),
        "totalGlobalMem": memory,
        "sharedMemPerBlock": 65536,
        "sharedMemPerBlockOptin": 65536,
        "sharedMemPerMultiprocessor": 65536,
        "maxSharedMemoryPerMultiProcessor": 65536,
        "regsPerBlock": registers,
        "regsPerMultiprocessor": registers,
        "warpSize": 32,
        "memPitch": 0x7FFFFFFF,
        "maxThreadsPerBlock": 1024,
        "maxThreadsDim": (1024, 1024, 1024),
        "maxGridSize": (0x7FFFFFFF, 65536, 65536),
        "clockRate": gpu.cycles("clock.mhz") * 1000,
        "memoryClockRate": 1_250_000,
        "memoryBusWidth": round(gpu.number("vram.gb_per_s") * 8 / 20),
        "clockInstructionRate": 100_000,
        "totalConstMem": 0x7FFFFFFF,
        "major": int(gpu.arch[3:-2]),
        "minor": int(gpu.arch[-2], 16),
        "multiProcessorCount": cus // 2,
        "physicalMultiProcessorCount": cus,
        "integrated": int(integrated),
        "l2CacheSize": gpu.cycles("l2.bytes"),
        "maxThreadsPerMultiProcessor": 2048,
        "maxBlocksPerMultiProcessor": 32,
        "textureAlignment": 256,
        "texturePitchAlignment": 256,
        "surfaceAlignment": 256,
        **dict.fromkeys(("maxTexture1D", "maxSurface1D"), 16384),
        **dict.fromkeys(("maxTexture2D", "maxSurface2D"), (16384, 16384)),
        **dict.fromkeys(("maxTexture3D", "maxSurface3D"), (16384, 16384, 8192)),
        "maxTexture1DLinear": 0x7FFFFFFF,
        "maxTexture2DLinear": (16384, 16384, 0x7FFFFFFF),
        # Atomics, ballots, shuffles, barriers with counts: all but surfaces, dynamic parallelism and funnel shifts.
        "arch": 0b0_1001_1111_1111_1111,
    }


def _packed(fields: str, values: Mapping[str, _Value]) -> bytes:
    """A structure as the host's compiler lays it out."""
    layout = "@"
    content: list[int | bytes] = []
    for field in fields.split():
        name, kind = field.split(":")
        layout += kind
        count = int(kind[:-1] or 1) if kind[-1] != "s" else 1
        value = values.get(name, b"" if kind[-1] == "s" else (0,) * count)
        content += value if isinstance(value, tuple) else [value]
    return struct.pack(f"{layout}0Q", *content)


def _place(fields: str, name: str) -> int:
    """The byte offset of a field."""
    return _packed(fields, {name: 0xFF}).index(b"\xff")


def _attributes(values: Mapping[str, _Value]) -> list[tuple[int, int]]:
    found = []
    for first, names in _ATTRIBUTES.items():
        for number, name in enumerate(names.split(), first):
            field, _, index = name.partition(".")
            value = values.get(field, 0)
            number_of = value[int(index)] if isinstance(value, tuple) else value
            if name != "-" and isinstance(number_of, int):
                found.append((number, min(number_of, 0x7FFFFFFF)))
    return found


def _block(data: bytes) -> bytes:
    return struct.pack("<Q", len(data)) + data.ljust((len(data) + 7) // 8 * 8, b"\0")


def device_blob(gpu: Gpu, settings: Sequence[int]) -> bytes:
    """What the runtime reads at its start (``hello`` in ``runtime/server.c``): both structures and the attributes, then
    8 numbers about the GPU, then the settings of this run."""
    values = _values(gpu)
    attributes = b"".join(struct.pack("<ii", *pair) for pair in _attributes(values))
    simds = 2 * gpu.cycles("gpu.cus")
    memory = values["totalGlobalMem"]
    assert isinstance(memory, int)
    # Femtoseconds for a wave instruction if every SIMD issues one a cycle, and for copying a byte in memory.
    per_instruction = round(1e9 / (simds * gpu.number("clock.mhz")))
    per_byte = round(2e6 / gpu.number("vram.gb_per_s"))
    places = (_place(_R0600, "pciBusID"), _place(_R0000, "pciBusID"))
    numbers = (memory, per_instruction, per_byte, gpu.cycles("gpu.cus"), *places, int(gpu.arch[3:-2]), 0, *settings)
    return (
        _block(_packed(_R0600, values))
        + _block(_packed(_R0000, values))
        + _block(attributes)
        + _block(struct.pack(f"<{len(numbers)}Q", *numbers))
    )
