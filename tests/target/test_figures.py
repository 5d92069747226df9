"""No target lacks a machine fact that another one has."""

from __future__ import annotations

from dataclasses import fields

import pytest

from isaopt.errors import InputError
from isaopt.target.arch import Features, features_of, get_arch, machine_data, supported_arches


def test_every_figure_has_a_value_for_every_target() -> None:
    names = {row["name"] for row in machine_data()["figures"]}
    for name in supported_arches():
        assert set(get_arch(name).figures) == names, name


def test_no_figure_is_given_twice() -> None:
    for name in supported_arches():
        rows = [r["name"] for r in machine_data()["figures"] if r["arches"] == "*" or name in r["arches"]]
        assert len(rows) == len(set(rows))


def test_every_feature_is_a_field_and_told_apart_by_generation() -> None:
    names = {row["name"] for row in machine_data()["features"]}
    assert names == {field.name for field in fields(Features)}
    generations = {row["generation"] for row in machine_data()["arches"].values()}
    for row in machine_data()["features"]:
        assert set(row["generations"]) < generations
        assert row["source"]


def test_a_later_generation_is_not_taken_for_one_that_is_known() -> None:
    assert features_of("gfx1201").split_barrier
    assert not features_of("gfx1100").split_barrier
    assert features_of("gfx1100").trans_use_hazard
    assert not features_of("gfx1151").trans_use_hazard
    assert features_of("gfx942") == Features()
    for name in ("gfx1251", "gfx12", "gfx1300"):
        with pytest.raises(InputError):
            features_of(name)
