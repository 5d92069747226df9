"""Memory operations in the spelling of an architecture."""

from __future__ import annotations

_PLACES = {"x": ("v1", "s[6:7]"), "y": ("v9", "s[8:9]"), "z": ("v9", "s[10:11]")}
LDS_PLACES = {"x": ("v1", ""), "y": ("v9", " offset:512"), "z": ("v9", " offset:516")}
_COUNTERS = {
    "gfx11": {
        "loads": "s_waitcnt vmcnt({})",
        "stores": "s_waitcnt_vscnt null, 0x{}",
        "lds": "s_waitcnt lgkmcnt({})",
        "scalar": "s_waitcnt lgkmcnt({})",
    },
    "gfx12": {
        "loads": "s_wait_loadcnt 0x{}",
        "stores": "s_wait_storecnt 0x{}",
        "lds": "s_wait_dscnt 0x{}",
        "scalar": "s_wait_kmcnt 0x{}",
    },
}

Body = list[str]


class Writer:
    """The same operations in the spelling of an architecture; ``padded`` puts arithmetic where a wave would have it."""

    def __init__(self, arch: str, cu_mode: bool, padded: bool) -> None:
        self.new, self.cu_mode, self.padded = arch.startswith("gfx12"), cu_mode, padded
        self._names = _COUNTERS["gfx12" if self.new else "gfx11"]
        self._thought = False

    # --- accesses

    def scope(self, scope: str | None) -> str:
        """The cache bits of an atomic load or store of a scope, as LLVM writes them."""
        if scope is None or (scope == "workgroup" and self.cu_mode):
            return ""
        return f" scope:SCOPE_{ {'workgroup': 'SE', 'agent': 'DEV', 'system': 'SYS'}[scope] }" if self.new else " glc"

    def load(self, dst: str, place: str, scope: str | None = None) -> Body:
        address, base = _PLACES[place]
        return [f"global_load_b32 {dst}, {address}, {base}{self.scope(scope)}"]

    def store(self, place: str, value: str = "v8", scope: str | None = None) -> Body:
        address, base = _PLACES[place]
        return [f"global_store_b32 {address}, {value}, {base}{self.scope(scope) if self.new else ''}"]

    def atomic(self, name: str, place: str, value: str = "v8", dst: str = "", scope: str = "agent") -> Body:
        address, base = _PLACES[place]
        returned = f"{dst}, " if dst else ""
        bits = (" th:TH_ATOMIC_RETURN" if self.new else " glc") if dst else ""
        return [
            f"global_atomic_{name} {returned}{address}, {value}, {base}{bits}{self.scope(scope) if self.new else ''}"
        ]

    def scalar(self, dst: str, place: str) -> Body:
        return [f"s_load_b32 {dst}, {_PLACES[place][1]}, 0x0"]

    def lds_load(self, dst: str, place: str) -> Body:
        address, offset = LDS_PLACES[place]
        return [f"ds_load_b32 {dst}, {address}{offset}"]

    def lds_store(self, place: str, value: str = "v8") -> Body:
        address, offset = LDS_PLACES[place]
        return [f"ds_store_b32 {address}, {value}{offset}"]

    # --- order

    def wait(self, *kinds: str, left: int = 0) -> Body:
        """One instruction a counter; on gfx11 what one s_waitcnt can say stands in one."""
        lines = list(dict.fromkeys(self._names[kind].format(left) for kind in kinds))
        both = [x.removeprefix("s_waitcnt ") for x in lines if x.startswith("s_waitcnt ")]
        if len(both) > 1:
            lines = [f"s_waitcnt {' '.join(both)}"] + [x for x in lines if not x.startswith("s_waitcnt ")]
        if self.new and {"stores", "lds"} <= set(kinds) and not left:
            combined = "s_wait_storecnt_dscnt 0x0"
            lines = [x for x in lines if "storecnt" not in x and "dscnt" not in x] + [combined]
        return lines

    def release(self, scope: str, *kinds: str) -> Body:
        """Before a releasing store: a write-back where the host shall see it, and the waits."""
        back = ["global_wb scope:SCOPE_SYS"] if self.new and scope == "system" else []
        return back + self.wait(*kinds)

    def acquire(self, scope: str, *kinds: str) -> Body:
        """After an acquiring load: its wait, then the invalidates."""
        lines = self.wait(*kinds)
        if scope == "workgroup" and self.cu_mode:
            return lines
        if self.new:
            return [*lines, f"global_inv scope:SCOPE_{ {'workgroup': 'SE', 'agent': 'DEV', 'system': 'SYS'}[scope] }"]
        return [*lines, *([] if scope == "workgroup" else ["buffer_gl1_inv"]), "buffer_gl0_inv"]

    def barrier(self) -> Body:
        return ["s_barrier_signal -1", "s_barrier_wait -1"] if self.new else ["s_barrier"]

    # --- the rest

    def think(self, register: str) -> Body:
        """Arithmetic on a value, if padded: what makes dual instructions, so that passes move what is around."""
        self._thought = self.padded
        if not self.padded:
            return []
        return [
            f"v_mul_f32_e32 v16, v7, {register}",
            f"v_add_f32_e32 v18, v16, {register}",
            f"v_fmac_f32_e32 v18, v16, {register}",
            "v_mul_f32_e32 v17, v8, v5",
            "v_add_f32_e32 v19, v17, v5",
            "v_fmac_f32_e32 v19, v17, v5",
        ]

    def out(self, *names: str) -> Body:
        """The registers that the test is about go to the wave's own buffer."""
        lines: Body = []
        for k, name in enumerate(names):
            value = name
            if name.startswith("s"):
                value = f"v{10 + k}"
                lines.append(f"v_mov_b32_e32 {value}, {name}")
            lines.append(f"global_store_b32 v5, {value}, s[4:5] offset:{k * 256}")
        if self._thought:
            lines += [f"global_store_b32 v5, v{18 + k}, s[4:5] offset:{1024 + k * 256}" for k in (0, 1)]
        self._thought = False
        return lines

    def spin(self, load: Body, wait: Body, register: str, while_equal: int, label: str = "L1") -> Body:
        """Loads until the value is another one."""
        return [
            f"{label}:",
            *load,
            *wait,
            f"v_readfirstlane_b32 s12, {register}",
            f"s_cmp_eq_u32 s12, {while_equal}",
            f"s_cbranch_scc1 {label}",
        ]

    def lock(self, scope: str, local: bool) -> Body:
        """Takes z: 0 is free, 1 is taken; acquires."""
        kind = "lds" if local else "loads"
        if local:
            address, offset = LDS_PLACES["z"]
            take = [f"ds_cmpstore_rtn_b32 v6, {address}, v8, v9{offset}"]
        else:
            take = self.atomic("cmpswap_b32", "z", "v[8:9]", "v6", scope)
        head = self.spin(take, self.wait(kind), "v6", 1, "L9")
        return [*head, *[x for x in self.acquire(scope, kind) if "wait" not in x]]
