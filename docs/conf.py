# SPDX-License-Identifier: BSD-2-Clause
"""The manual as a site, by Sphinx with what Debian has: ./bootstrap docs. Nothing is loaded from outside."""

import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[1]
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")  # of libjs-mathjax and fonts-mathjax
# What TeX-AMS_CHTML asks for.
MATHJAX_PARTS = ("MathJax.js", "config/TeX-AMS_CHTML.js", "extensions", "jax/element", "jax/input/TeX",
                 "jax/output/CommonHTML", "fonts/HTML-CSS/TeX/woff")

project = "Ricochet"
author = "the Ricochet developers"
copyright = author  # noqa: A001
version = release = ".".join(re.findall(r"(?m)^#define RIC_VERSION_[A-Z]+ (\d+)$", (ROOT / "src/base/version.h").read_text()))

extensions = ["myst_parser", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # the reference of a type without keys of its own goes a level deeper
root_doc = "index"
exclude_patterns = ["_static"]
numfig = True
math_number_all = False
math_eqref_format = "({number})"

html_theme = "sphinx_rtd_theme"
html_theme_options = {"navigation_depth": 2, "collapse_navigation": False, "titles_only": False}
html_title = f"Ricochet {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML"
myst_update_mathjax = False  # which knows MathJax 3 alone
mathjax2_config = {"tex2jax": {"ignoreClass": "tex2jax_ignore", "processClass": "math"},
                   "jax": ["input/TeX", "output/CommonHTML"], "extensions": ["tex2jax.js"],
                   "menuSettings": {"explorer": False, "collapsible": False}, "CommonHTML": {"scale": 95}}


def link_to_sources(app, doctree, docname):
    """Links to files of the source tree, which are no pages, are shown as words."""
    from docutils import nodes

    for link in list(doctree.findall(nodes.reference)):
        uri = link.get("refuri", "")
        if uri and not re.match(r"[a-z]+:|#|//", uri) and not uri.split("#")[0].endswith(".html"):
            link.replace_self(link.children)


def copy_mathjax(app, exception):
    if exception or app.builder.name != "html":
        return
    target = pathlib.Path(app.outdir) / "_static" / "mathjax"
    for part in MATHJAX_PARTS:
        source, copy = MATHJAX / part, target / part
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, copy)


def setup(app):
    app.connect("doctree-resolved", link_to_sources)
    app.connect("build-finished", copy_mathjax)
