#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Make the gallery's pictures anew: all of them, or those of the inputs or papers' figures named.
#
#     docs/gallery/make.sh [NAME ...]
#
# Environment: RICOCHET, the program (build/release/ricochet); PYTHON, with numpy and matplotlib
# (/usr/bin/python3). Rendered pictures need pvbatch and xvfb-run.
set -eu
cd "$(dirname "$0")/../.."
RICOCHET=${RICOCHET:-build/release/ricochet}
PYTHON=${PYTHON:-/usr/bin/python3}
export RICOCHET
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wanted=" $* "

# Is the input to be drawn?
asked() {
  case $wanted in
  "  " | *" $1 "*) return 0 ;;
  *) return 1 ;;
  esac
}

# compare NAME ARGUMENT...: one figure of several steppers.
compare() {
  asked "$1" || return 0
  name=$1
  shift
  "$PYTHON" postproc/compare_steppers.py "inputs/$name.yaml" "$@" --dpi 80 -o "docs/gallery/$name.png"
}

# render NAME PICTURE VTK_EVERY ARGUMENT...: run the input, draw it at some times.
render() {
  asked "$1" || return 0
  name=$1 picture=docs/gallery/$2.png every=$3
  shift 3
  [ -d "$scratch/$name" ] ||
    "$RICOCHET" run "inputs/$name.yaml" -o "$scratch/$name" -output_vtk_every "$every" -quiet
  set -- "$scratch/$name/$name.pvd" --size 900 520 "$@" -o "$picture"
  # A display number of one's own: two servers that begin at once do not see each other's.
  xvfb-run -a -s -noreset -n $((100 + $$ % 800)) pvbatch postproc/render.py "$@"
  "$PYTHON" -c 'import sys; sys.path[:0] = ["postproc"]; import figure; figure.shrink(sys.argv[1])' "$picture"
}

compare impacting-bar input moreau-jean projected smooth-alpha --zoom 0.48 0.62
compare impacting-bar-steel moreau-jean:theta=0.5 theta-position combined ggl-alpha
compare two-bars input moreau-jean nsga
render truss-drop truss-drop 20 --field velocity --tubes --times 0.13
render cable-net cable-net 20 --field axial_force --tubes --times 0.1
compare slack-cable input ggl-alpha moreau-jean --log energy
render slack-cable slack-cable-motion 50 --field velocity --times 0.5
render cable-snap cable-snap 20 --field axial_force --tubes --times 0 0.4 0.6 0.7 0.8 1 1.4 --strobe
render net-ball net-ball 20 --field axial_force --tubes --times 0.2
render tumbling-truss tumbling-truss 10 --field axial_force --tubes --times 0 0.8 1.6 2.4 3.2 4 --strobe --view 0.3 -0.4 1
compare bouncing-ball input moreau-jean ggl-alpha-mu --zoom 3.2 3.7
compare bouncing-ball-acary projected moreau-jean:forecast=free combined schatzman-paoli --zoom 2.6 3.4
compare bouncing-ball-moreau moreau moreau-variational moreau-jean:theta=0.5 ggl-alpha
compare linear-oscillator combined projected moreau-jean:forecast=free schatzman-paoli --option stepper.step=0.05
compare rotating-ball-1 input moreau-jean ggl-alpha
compare rotating-ball-2 input moreau-jean ggl-alpha
compare rotating-ball-3 input moreau-jean ggl-alpha
compare slider-crank input moreau-jean projected ggl-alpha --zoom 0 0.012
compare woodpecker input moreau combined ggl-alpha --zoom 0 0.3
compare tippedisk input rattle:form=printed moreau-jean --zoom 0 1
render tippedisk tippedisk-motion 20 --field velocity --times 0.42
for case in 1 2 3 4; do
  compare mass-on-slope-$case input moreau-jean projected
done
compare bouncing-pendulum input nsga ggl-theta moreau-jean --log "joint error"
compare rocking-block input moreau-jean combined nsga
render rocking-block rocking-block-motion 1 --field velocity --times 0 0.19 1 --strobe
render falling-chain falling-chain 1 --field velocity --times 0 0.5 0.8 1.1 --strobe
compare rocking-block-acary input projected projected:gamma=1 ggl-alpha --zoom 0.55 1.05
compare spring-pendulum moreau moreau-symmetric moreau-variational moreau-jean --option stepper.end=40 --zoom 36 40
compare slider-crank-minimal input moreau-jean projected --zoom 0.066 0.084
render slider-crank-minimal slider-crank-minimal-motion 100 --field velocity --times 0 0.03 0.06 --strobe
compare roller-slider input moreau-jean projected --zoom 0.36 0.5 --contact rim
compare pendulum-in-ring input moreau moreau-jean projected --zoom 0 0.3
render pendulum-in-ring pendulum-in-ring-motion 50 --field velocity --times 0 0.2 0.4 0.6 --strobe
render dominoes dominoes 25 --field velocity --times 0.3
render wall wall 20 --field velocity --times 0.07
compare two-mass-collision input moreau-jean projected --zoom 0.17 0.27
compare bar-incline input projected ggl-alpha --contact stop --zoom 0.2 0.35
render net-incline net-incline 20 --field axial_force --tubes --times 2
render bar-pendulum bar-pendulum 20 --field velocity --times 0 0.6 1.5 --strobe
render doubled-hinge doubled-hinge 10 --field velocity --times 0 0.2 0.3 0.4 0.5 --strobe
for figure in breuling-2 breuling-3 breuling-5 breuling-7 breuling-8 capobianco-2 capobianco-4 capobianco-5 capobianco-7; do
  if asked $figure; then
    "$PYTHON" postproc/paper_figures.py $figure -o docs/gallery
  fi
done
