"""The shapes: what each wave of a litmus test runs, as assembly of either architecture.

A shape's roles are bodies behind a common prologue: s[4:5] is a result buffer with a place (v5) for each wave, s[6:7],
s[8:9] and s[10:11] the shared places x, y and z; v1 is the lane's offset, v9 zero, v8 one and v7 two.  x is mostly data
(a dword a lane), y a flag, z a lock; LDS has the same three.

Waves of one workgroup run one kernel, so there all roles stand in one text, which branches on the wave's number (s15).
Waves of other workgroups may be of any kernel: there a role is a kernel of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scripts.litmus.writer import LDS_PLACES, Body, Writer

ARCHES = ("gfx1100", "gfx1201")
SCOPES = ("workgroup", "agent", "system")


@dataclass(frozen=True, slots=True)
class Shape:
    """Roles by their lines; ``near``: they are of one workgroup."""

    name: str
    roles: tuple[tuple[str, ...], ...]
    near: bool = False

    @property
    def alike(self) -> bool:
        """Each wave does the same, without a branch on its number."""
        return len(set(self.roles)) == 1

    def body(self, role: int, lines: tuple[str, ...]) -> tuple[str, ...]:
        """The kernel's lines if that role's are these."""
        if not self.near or self.alike:
            return lines
        out: list[str] = []
        for k, own in enumerate(self.roles):
            chosen = [re.sub(r"\bL(\d)\b", rf"L\1_{k}", line) for line in (lines if k == role else own)]
            if k:
                out.append(f"W{k}:")
            if k < len(self.roles) - 1:
                out += [f"s_cmp_lg_u32 s15, {k}", f"s_cbranch_scc1 W{k + 1}", *chosen, "s_endpgm"]
            else:
                out += chosen
        return tuple(out)


def _global(w: Writer) -> Iterator[Shape]:
    loads, stores = w.wait("loads"), w.wait("stores")
    for scope in SCOPES:
        flag = [*w.store("x"), *w.release(scope, "stores"), *w.store("y", scope=scope)]
        got = [*w.load("v2", "y", scope), *w.acquire(scope, "loads")]
        data = [*w.load("v3", "x"), *loads, *w.think("v3"), *w.out("v2", "v3")]
        yield Shape(f"mp-{scope}", (tuple(flag), (*got, *data)))
        spin = [*w.spin(w.load("v2", "y", scope), loads, "v2", 0), *w.acquire(scope, "loads")[len(loads) :]]
        yield Shape(f"mp-spin-{scope}", (tuple(flag), (*spin, *data)))
        given = [
            *w.load("v3", "x"),
            *w.release(scope, "loads"),
            *w.think("v3"),
            *w.store("y", "v8", scope),
            *w.out("v3"),
        ]
        taken = [*w.load("v2", "y", scope), *w.acquire(scope, "loads"), *w.store("x"), *w.out("v2")]
        yield Shape(f"lb-release-{scope}", (tuple(given), tuple(taken)))
        sb = [
            [*w.store(a, scope=scope), *stores, *w.load("v2", b, scope), *loads, *w.out("v2")] for a, b in ("xy", "yx")
        ]
        yield Shape(f"sb-{scope}", (tuple(sb[0]), tuple(sb[1])))
        ordered = [*w.load("v2", "x", scope), *loads, *w.load("v3", "x", scope), *loads, *w.out("v2", "v3")]
        yield Shape(f"corr-{scope}", (tuple(ordered), tuple(w.store("x"))))
        section = [*w.load("v2", "x"), *loads, *w.think("v2"), "v_add_nc_u32_e32 v3, v2, v8", *w.store("x", "v3")]
        free = [*w.release(scope, "loads", "stores"), *w.store("z", "v9", scope), *w.out("v2")]
        yield Shape(f"lock-{scope}", ((*w.lock(scope, False), *section, *free),) * 2)
        read = [*w.lock(scope, False), *w.load("v2", "x"), *w.release(scope, "loads"), *w.think("v2")]
        read += [*w.store("z", "v9", scope), *w.out("v2")]
        write = [*w.lock(scope, False), *w.store("x"), *w.release(scope, "stores"), *w.store("z", "v9", scope)]
        yield Shape(f"lock-read-{scope}", (tuple(read), tuple(write)))


def _plain(w: Writer) -> Iterator[Shape]:
    """Without cache bits and invalidates: waits alone."""
    loads, stores = w.wait("loads"), w.wait("stores")
    flag = [*w.store("x"), *stores, *w.store("y")]
    reader = [*w.load("v2", "y"), *loads, *w.load("v3", "x"), *loads, *w.think("v3"), *w.out("v2", "v3")]
    yield Shape("mp-plain", (tuple(flag), tuple(reader)))
    lb = [[*w.load("v2", a), *loads, *w.think("v2"), *w.store(b), *w.out("v2")] for a, b in ("xy", "yx")]
    yield Shape("lb-plain", (tuple(lb[0]), tuple(lb[1])))
    two = [[*w.store(a), *stores, *w.store(b, "v7")] for a, b in ("xy", "yx")]
    yield Shape("2+2w", (tuple(two[0]), tuple(two[1])))
    yield Shape("s", ((*w.store("x", "v7"), *stores, *w.store("y")), (*lb[1][:-1], *w.out("v2"))))
    yield Shape("coww", ((*w.store("x"), *stores, *w.store("x", "v7")), tuple(reader)))
    counted = [
        *w.load("v2", "y"),
        *w.load("v3", "x"),
        *w.wait("loads", left=1),
        *w.store("z"),
        *loads,
        *w.out("v2", "v3"),
    ]
    yield Shape("lb-counted", (tuple(counted), (*w.load("v2", "z", "agent"), *loads, *w.store("y"), *w.out("v2"))))
    middle = [*w.load("v2", "x", "agent"), *loads, *w.store("y"), *w.out("v2")]
    last = [*w.load("v2", "y", "agent"), *w.acquire("agent", "loads"), *w.load("v3", "x"), *loads, *w.out("v2", "v3")]
    yield Shape("wrc", (tuple(middle), tuple(last), tuple(w.store("x"))))
    iriw = [
        [*w.load("v2", a, "agent"), *loads, *w.load("v3", b, "agent"), *loads, *w.out("v2", "v3")]
        for a, b in ("xy", "yx")
    ]
    yield Shape("iriw", (tuple(iriw[0]), tuple(iriw[1]), tuple(w.store("x")), tuple(w.store("y"))))
    adds = [*w.store("x"), *stores, *w.atomic("add_u32", "y")]
    got = [*w.atomic("add_u32", "y", dst="v2"), *w.acquire("agent", "loads"), *w.load("v3", "x"), *loads]
    yield Shape("mp-atomic", (tuple(adds), (*got, *w.think("v3"), *w.out("v2", "v3"))))
    given = [*w.atomic("add_u32", "x", dst="v2"), *loads, *w.think("v2"), *w.store("y"), *w.out("v2")]
    yield Shape("atomic-release", (tuple(given), tuple(reader)))
    swaps = [*w.load("v3", "x"), *loads, *w.think("v3"), *w.atomic("swap_b32", "y"), *w.out("v3")]
    yield Shape(
        "load-release-atomic", (tuple(swaps), (*w.load("v2", "y", "agent"), *loads, *w.store("x"), *w.out("v2")))
    )
    told = [*w.store("x"), *w.release("system", "stores"), "s_sendmsg sendmsg(MSG_INTERRUPT)"]
    yield Shape("message", (tuple(told), ()))
    done = [*w.load("v2", "x"), *loads, *w.think("v2"), "s_sendmsg sendmsg(MSG_INTERRUPT)", *w.out("v2")]
    yield Shape("message-load", (tuple(done), ()))


def _scalar(w: Writer) -> Iterator[Shape]:
    loads, stores, scalar = w.wait("loads"), w.wait("stores"), w.wait("scalar")
    flag = [*w.store("x"), *stores, *w.store("y")]
    fresh = ["s_dcache_inv", *scalar, *w.scalar("s13", "x"), *scalar, *w.out("v2", "s13")]
    yield Shape("mp-scalar", (tuple(flag), (*w.load("v2", "y", "agent"), *w.acquire("agent", "loads"), *fresh)))
    own = [*w.store("x"), *stores, *w.scalar("s13", "x"), *scalar, *w.out("s13")]
    yield Shape("own-scalar", (tuple(own), tuple(w.store("x", "v7"))))
    own = [*w.store("x"), *stores, "s_dcache_inv", *scalar, *w.scalar("s13", "x"), *scalar, *w.out("s13")]
    yield Shape("own-scalar-inv", (tuple(own), tuple(w.store("x", "v7"))))
    given = [*w.scalar("s13", "x"), *scalar, *w.store("y"), *w.out("s13")]
    taken = [*w.load("v2", "y", "agent"), *loads, *w.store("x"), *w.out("v2")]
    yield Shape("scalar-release", (tuple(given), tuple(taken)))
    same = [*w.scalar("s13", "x"), *scalar, *w.store("x", "v7"), *w.out("s13")]
    yield Shape("scalar-before-store", (tuple(same), tuple(w.store("x"))))
    two = [*w.scalar("s13", "y"), *scalar, *w.scalar("s14", "x"), *scalar, *w.out("s13", "s14")]
    yield Shape("scalar-scalar", (tuple(two), tuple(flag)))


def _local(w: Writer) -> Iterator[Shape]:
    """LDS alone, and LDS with global memory, between waves of a workgroup."""
    loads, stores, lds = w.wait("loads"), w.wait("stores"), w.wait("lds")
    both = w.wait("stores", "lds")
    gone = [x for x in w.acquire("workgroup", "lds") if "wait" not in x]

    def pair(name: str, first: Body, second: Body) -> Shape:
        return Shape(name, (tuple(first), tuple(second)), near=True)

    read = [*w.lds_load("v2", "y"), *lds, *w.lds_load("v3", "x"), *lds, *w.think("v3"), *w.out("v2", "v3")]
    spin = [*w.spin(w.lds_load("v2", "y"), lds, "v2", 0), *w.lds_load("v3", "x"), *lds, *w.think("v3"), *w.out("v3")]
    yield pair("lds-mp", [*w.lds_store("x"), *lds, *w.lds_store("y")], read)
    yield pair("lds-mp-spin", [*w.lds_store("x"), *lds, *w.lds_store("y")], spin)
    lb = [[*w.lds_load("v2", a), *lds, *w.think("v2"), *w.lds_store(b), *w.out("v2")] for a, b in ("xy", "yx")]
    yield pair("lds-lb", lb[0], lb[1])
    sb = [[*w.lds_store(a), *lds, *w.lds_load("v2", b), *lds, *w.out("v2")] for a, b in ("xy", "yx")]
    yield pair("lds-sb", sb[0], sb[1])
    taken = [*w.load("v2", "y", "workgroup"), *w.acquire("workgroup", "loads"), *w.lds_load("v3", "x"), *lds]
    yield pair(
        "lds-data-flag", [*w.lds_store("x"), *lds, *w.store("y", scope="workgroup")], [*taken, *w.out("v2", "v3")]
    )
    local = [*w.lds_load("v2", "y"), *lds, *gone, *w.load("v3", "x"), *loads, *w.think("v3"), *w.out("v2", "v3")]
    yield pair("data-lds-flag", [*w.store("x"), *stores, *w.lds_store("y")], local)
    waits = [*w.spin(w.lds_load("v2", "y"), lds, "v2", 0), *gone, *w.load("v3", "x"), *loads, *w.out("v3")]
    yield pair("data-lds-spin", [*w.store("x"), *stores, *w.lds_store("y")], waits)
    given = [*w.lds_load("v2", "x"), *lds, *w.think("v2"), *w.store("y", scope="workgroup"), *w.out("v2")]
    back = [*w.load("v2", "y", "workgroup"), *w.acquire("workgroup", "loads"), *w.lds_store("x"), *w.out("v2")]
    yield pair("lds-load-release", given, back)
    given = [*w.load("v2", "x"), *loads, *w.think("v2"), *w.lds_store("y"), *w.out("v2")]
    yield pair("load-lds-release", given, [*w.lds_load("v2", "y"), *lds, *w.store("x"), *w.out("v2")])
    section = [*w.lds_load("v2", "x"), *lds, *w.think("v2"), "v_add_nc_u32_e32 v3, v2, v8", *w.lds_store("x", "v3")]
    yield pair("lds-lock", *([*w.lock("workgroup", True), *section, *lds, *w.lds_store("z", "v9"), *w.out("v2")],) * 2)
    free = [*lds, *w.store("z", "v9", "workgroup"), *w.out("v2")]
    yield pair("lock-lds-data", *([*w.lock("workgroup", False), *section, *free],) * 2)
    reads = [*w.lock("workgroup", False), *w.lds_load("v2", "x"), *lds, *w.think("v2"), *free[1:]]
    yield pair("lock-lds-read", reads, [*w.lock("workgroup", False), *w.lds_store("x"), *free[:-1]])
    section = [*w.load("v2", "x"), *loads, *w.think("v2"), "v_add_nc_u32_e32 v3, v2, v8", *w.store("x", "v3"), *stores]
    yield pair("lds-lock-data", *([*w.lock("workgroup", True), *section, *w.lds_store("z", "v9"), *w.out("v2")],) * 2)
    adds = [
        *w.lds_store("x"),
        *lds,
        f"ds_add_rtn_u32 v2, v9, v8{LDS_PLACES['y'][1]}",
        *lds,
        *w.store("y"),
        *w.out("v2"),
    ]
    yield pair(
        "lds-atomic", adds, [*w.load("v2", "y", "workgroup"), *loads, *w.lds_load("v3", "x"), *lds, *w.out("v2", "v3")]
    )
    back = [*w.barrier(), *gone]
    yield pair(
        "barrier-lds",
        [*w.lds_store("x"), *lds, *w.barrier(), *w.lds_load("v2", "y"), *lds, *w.out("v2")],
        [*w.lds_store("y"), *lds, *w.barrier(), *w.lds_load("v2", "x"), *lds, *w.out("v2")],
    )
    yield pair(
        "barrier-global",
        [*w.store("x"), *stores, *back, *w.load("v2", "y"), *loads, *w.out("v2")],
        [*w.store("y"), *stores, *back, *w.load("v2", "x"), *loads, *w.out("v2")],
    )
    yield pair(
        "barrier-both",
        [*w.store("x"), *w.lds_store("x"), *both, *back, *w.lds_load("v2", "y"), *lds, *w.out("v2")],
        [*w.lds_store("y"), *lds, *back, *w.load("v2", "x"), *w.lds_load("v3", "x"), *loads, *lds, *w.out("v2", "v3")],
    )
    yield pair(
        "barrier-load",
        [*w.load("v2", "x"), *loads, *w.think("v2"), *w.barrier(), *w.out("v2")],
        [*w.barrier(), *w.store("x")],
    )
    yield pair(
        "barrier-lds-load",
        [*w.lds_load("v2", "x"), *lds, *w.think("v2"), *w.barrier(), *w.out("v2")],
        [*w.barrier(), *w.lds_store("x")],
    )


def shapes(arch: str, cu_mode: bool, padded: bool = False) -> Iterator[Shape]:
    """Every shape in an architecture's spelling and a mode: what has workgroup scope or goes through LDS between waves
    of a workgroup, what has a wider scope between workgroups, what has none either way."""
    writer = Writer(arch, cu_mode, padded)
    for shape in (*_global(writer), *_plain(writer), *_scalar(writer)):
        inside = shape.name.endswith("workgroup")
        if not inside:
            yield shape
        if inside or (shape.roles[-1] and not shape.name.endswith(("agent", "system"))):
            yield replace(shape, name=f"{shape.name}-near", near=True)
    yield from _local(writer)
