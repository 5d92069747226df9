"""No target lacks a machine fact that another one has."""

from __future__ import annotations

from isaopt.target.arch import get_arch, machine_data, supported_arches


def test_every_figure_has_a_value_for_every_target() -> None:
    names = {row["name"] for row in machine_data()["figures"]}
    for name in supported_arches():
        assert set(get_arch(name).figures) == names, name


def test_no_figure_is_given_twice() -> None:
    for name in supported_arches():
        rows = [r["name"] for r in machine_data()["figures"] if r["arches"] == "*" or name in r["arches"]]
        assert len(rows) == len(set(rows))
