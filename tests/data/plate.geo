// SPDX-License-Identifier: BSD-2-Clause
// A square of triangles with two named edges, one of them reversed, and a named corner: only its
// lines are of use. Remake the files with
//   gmsh -2 plate.geo -format msh22 -o plate-22.msh          and -bin -o plate-22-binary.msh
//   gmsh -2 plate.geo -format msh41 -o plate-41.msh          and -bin -o plate-41-binary.msh
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
Physical Curve("edge", 1) = {-1, 2};
Physical Point("corner", 1) = {-3};
Physical Surface("plate", 2) = {1};
