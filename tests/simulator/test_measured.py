"""What hardware traces measured beside the micro programs; what the model is known to miss is said, and is missed."""

from __future__ import annotations

import pytest

from tests.simulator.measured import FIGURES, Figure


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_measured_figures_are_predicted(figure: Figure) -> None:
    assert figure.holds == (not figure.known), figure.predicted()
