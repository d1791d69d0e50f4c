# SPDX-License-Identifier: BSD-2-Clause
"""postproc/render.py for each list of arguments in a JSON file, in one process. Runs in pvbatch, whose start takes
longer than a picture:

    xvfb-run -a -s -noreset pvbatch tests/run/render_each.py ARGUMENTS.json
"""
import json
import os
import pathlib
import sys

import paraview.simple as pv

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "postproc"))
import render  # noqa: E402

for arguments in json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")):
    if render.main(arguments) != 0:
        sys.stderr.flush()
        os._exit(2)
    for proxy in list(pv.GetSources().values()) + pv.GetRenderViews():
        pv.Delete(proxy)
