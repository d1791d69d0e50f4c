# SPDX-License-Identifier: BSD-2-Clause
"""Runs of inputs that a test writes itself, and of those that warn."""

import subprocess

import runs


def write(text, name="case"):
    """Write an input of a directory of its own; its path."""
    path = runs.new_directory() / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def program(*words):
    """Run the program; the finished process."""
    return subprocess.run([runs.FORKED, *map(str, words)], capture_output=True, text=True, check=False,
                          timeout=runs.TIMEOUT)


def run(text, *options, ranks=1):
    """Run the input `text` to its end, without VTK and without a word; what it left."""
    return runs.fresh_run(str(write(text).with_suffix("")), *options, ranks=ranks)


def run_warned(text, *options):
    """The same for one that warns: what it left, and what it told."""
    directory = runs.new_directory()
    words = [word for option in options for word in option.split()]
    done = program("run", write(text), "-o", directory, "-quiet", "-output_vtk_every", 0, *words)
    if done.returncode or done.stdout:
        raise AssertionError(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return runs.read(directory), done.stderr
