"""How Sphinx builds the documentation: ``make docs``.

Warnings are errors (``tests/docs``), and nothing is fetched: fonts, styles and search are part of the site.
"""

from __future__ import annotations

import sys
from pathlib import Path

import isaopt

sys.path[:0] = [str(Path(__file__).parent / "_ext"), str(Path(__file__).parents[1])]

project = "isaopt"
author = "isaopt contributors"
version = release = isaopt.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click", "generated"]
# Two hyphens are an option, not a dash.
smartquotes = False
exclude_patterns = ["_build"]

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]

autodoc_typehints = "description"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "isaopt"
html_show_sphinx = False
html_copy_source = False
