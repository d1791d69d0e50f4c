// SPDX-License-Identifier: BSD-2-Clause
// A frame of four bars in space, for the tests of the Gmsh reader. Remake the four files with
//   for v in 22 41; do
//     gmsh -1 frame.geo -format msh$v -o frame-$v.msh
//     gmsh -1 frame.geo -format msh$v -bin -o frame-$v-binary.msh
//   done
// Tag 2 is used twice, for curves ("arm") and for points ("tip"); tag 1 is a group and a curve;
// curve 1 is in two groups; curve 3 and point 4 are in groups without a name.
Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {1, 2, 0};
Point(4) = {1, 0, 0.5};
Point(5) = {3, 0, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {2, 4};
Line(4) = {2, 5};
Transfinite Curve {1} = 5;
Transfinite Curve {2} = 3;
Transfinite Curve {3} = 2;
Transfinite Curve {4} = 9;
Physical Curve("arm", 2) = {1, 4};
Physical Curve("left arm", 3) = {1};
Physical Curve("leg", 1) = {2};
Physical Curve(17) = {3};
Physical Point("tip", 2) = {3, 5};
Physical Point("root", 8) = {1};
Physical Point(19) = {4};
