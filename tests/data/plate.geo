// SPDX-License-Identifier: BSD-2-Clause
// A square of triangles with one named edge: no mesh of bars. Remake the file with
//   gmsh -2 plate.geo -format msh41 -o plate.msh
Point(1) = {0, 0, 0, 0.5};
Point(2) = {1, 0, 0, 0.5};
Point(3) = {1, 1, 0, 0.5};
Point(4) = {0, 1, 0, 0.5};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Physical Curve("edge", 1) = {1};
Physical Surface("plate", 2) = {1};
