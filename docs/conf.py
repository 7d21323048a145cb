"""How Sphinx builds the documents: `make docs`."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
os.environ["TRIPOLIS_PLAIN"] = "1"  # pages of games play a few moves: not worth compiling for
os.environ["TRIPOLIS_LANG"] = "en"

import tripolis  # noqa: E402

project = "Tripolis"
author = "The Tripolis authors"
copyright = "The Tripolis authors, MIT licence"
release = version = tripolis.__version__

extensions = ["myst_parser", "made_pages"]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = True
smartquotes = False  # what the code says is shown as it says it
exclude_patterns = ["made"]

myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 4
myst_url_schemes = ["http", "https", "mailto"]

html_theme = "furo"
html_title = "Tripolis"
html_static_path = ["static"]
html_css_files = ["tripolis.css"]
html_favicon = str(ROOT / "src" / "tripolis" / "server" / "web" / "static" / "icon.svg")
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {"color-brand-primary": "#1d5f7a", "color-brand-content": "#1d5f7a"},
    "dark_css_variables": {"color-brand-primary": "#7cc4e0", "color-brand-content": "#7cc4e0"},
}
linkcheck_anchors = False
