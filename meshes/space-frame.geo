// A double-layer space frame: 12 x 12 half-octahedra of 1 m, 1152 bars, tilted by 4 degrees about
// the y axis. Make the mesh with: gmsh -1 -format msh41 meshes/space-frame.geo -o meshes/space-frame.msh
n = 12; a = 1.0; height = 0.7;
lines[] = {};
bottom[] = {};

For j In {0:n}
  For i In {0:n}
    p = newp; Point(p) = {i * a, j * a, 0};
    bottom[] += {p};
  EndFor
EndFor
top[] = {};
For j In {0:n-1}
  For i In {0:n-1}
    p = newp; Point(p) = {(i + 0.5) * a, (j + 0.5) * a, height};
    top[] += {p};
  EndFor
EndFor

For j In {0:n}
  For i In {0:n}
    b = bottom[j * (n + 1) + i];
    If (i < n)
      l = newl; Line(l) = {b, bottom[j * (n + 1) + i + 1]}; lines[] += {l};
    EndIf
    If (j < n)
      l = newl; Line(l) = {b, bottom[(j + 1) * (n + 1) + i]}; lines[] += {l};
    EndIf
  EndFor
EndFor
For j In {0:n-1}
  For i In {0:n-1}
    t = top[j * n + i];
    If (i < n - 1)
      l = newl; Line(l) = {t, top[j * n + i + 1]}; lines[] += {l};
    EndIf
    If (j < n - 1)
      l = newl; Line(l) = {t, top[(j + 1) * n + i]}; lines[] += {l};
    EndIf
    For dj In {0:1}
      For di In {0:1}
        l = newl; Line(l) = {t, bottom[(j + dj) * (n + 1) + i + di]}; lines[] += {l};
      EndFor
    EndFor
  EndFor
EndFor

Rotate {{0, 1, 0}, {0, 0, 0}, -Pi / 45} { Point{:}; }
Transfinite Line {lines[]} = 2;
Physical Line("frame") = {lines[]};
Physical Point("bottom") = {bottom[]};
Physical Point("top") = {top[]};
