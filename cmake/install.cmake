# SPDX-License-Identifier: BSD-2-Clause
# What `cmake --install` puts in place: program, library, public headers, pkg-config files and a CMake
# package. Those find their prefix from where they stand, so the installation can be moved.
include(CMakePackageConfigHelpers)

set(ricochet_include ${CMAKE_INSTALL_INCLUDEDIR}/ricochet)
set(ricochet_package ${CMAKE_INSTALL_LIBDIR}/cmake/ricochet)
set(ricochet_doc ${CMAKE_INSTALL_DATADIR}/doc/ricochet)

# What <ricochet.h> includes, and nothing else.
set(ricochet_headers
    base/archive.h base/base.h base/compat.h base/expression.h base/parameter.h base/version.h body/body.h body/inertia.h
    contact/contact.h contact/contact_data.h contact/contact_meet.h element/element.h element/element_data.h
    element/element_line.h geom/pair.h geom/path.h geom/point.h geom/polygon.h geom/pose.h geom/rotation.h
    geom/surface.h geom/turn.h geom/vec3.h io/fclib.h io/frame.h io/history.h io/summary.h io/vtk.h
    joint/joint.h joint/joint_data.h mesh/mesh.h model/model.h model/model_build.h model/model_view.h
    ricochet.h solve/friction.h solve/linear.h solve/stage.h stepper/stepper.h system/system.h)

# The program finds the library beside it, and PETSc where it was found when building.
file(RELATIVE_PATH ricochet_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(ricochet_program PROPERTIES INSTALL_RPATH "$ORIGIN/${ricochet_bin_to_lib}")
set_target_properties(${ricochet_libraries} ricochet_program PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

install(TARGETS ricochet_program)
install(TARGETS ${ricochet_libraries} ricochet_plugin EXPORT ricochet)
foreach(header ${ricochet_headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/src/${header} DESTINATION ${ricochet_include}/${folder})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${ricochet_doc})

# --- pkg-config ----------------------------------------------------------------------------------
# PETSc's file does not name MPI, whose header its headers include.
foreach(directory ${MPI_C_INCLUDE_DIRS})
  string(APPEND RICOCHET_PC_CFLAGS " -I${directory}")
endforeach()
list(JOIN MPI_C_LIBRARIES " " ricochet_mpi_libraries)
file(RELATIVE_PATH RICOCHET_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)

# ricochet_pc(NAME KIND): NAME.pc of libricochet of that kind. The static library does not know what it was
# linked with: its users link that, too.
function(ricochet_pc name kind)
  if(kind STREQUAL SHARED)
    set(RICOCHET_PC_LIBS "-L\${libdir} -lricochet")
  else()
    set(RICOCHET_PC_REQUIRES ", libfyaml, muparser, jansson, zlib, ${HDF5_MODULE_NAME}")
    list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE dl)
    list(JOIN dl " " dl)
    set(RICOCHET_PC_LIBS
        "\${libdir}/libricochet.a ${METIS_LIBRARY} ${AMD_LIBRARY} ${LAPACK_LIBRARY} ${BLAS_LIBRARY} ${dl}")
  endif()
  string(APPEND RICOCHET_PC_LIBS " ${ricochet_mpi_libraries} -lm")
  configure_file(cmake/ricochet.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# ricochet.pc is of the shared library where there is one, as -lricochet is.
if(RICOCHET_BOTH_LIBRARIES)
  ricochet_pc(ricochet SHARED)
  ricochet_pc(ricochet-static STATIC)
elseif(BUILD_SHARED_LIBS)
  ricochet_pc(ricochet SHARED)
else()
  ricochet_pc(ricochet STATIC)
endif()

# --- The CMake package -----------------------------------------------------------------------------
configure_package_config_file(cmake/ricochetConfig.cmake.in ricochetConfig.cmake
                              INSTALL_DESTINATION ${ricochet_package})
write_basic_package_version_file(ricochetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT ricochet NAMESPACE ricochet:: FILE ricochetTargets.cmake
        DESTINATION ${ricochet_package})
install(FILES ${PROJECT_BINARY_DIR}/ricochetConfig.cmake
              ${PROJECT_BINARY_DIR}/ricochetConfigVersion.cmake DESTINATION ${ricochet_package})

# The Python module, for every Python 3: in Debian's place under /usr, elsewhere by PYTHONPATH.
set(RICOCHET_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where the Python module goes, under the prefix")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/ricochet DESTINATION ${RICOCHET_PYTHON_DIR} FILES_MATCHING PATTERN "*.py")

# --- Scripts, man pages, completion, examples, manual ----------------------------------------------
set(ricochet_scripts ${CMAKE_INSTALL_DATADIR}/ricochet/postproc)
file(RELATIVE_PATH ricochet_bin_to_scripts /${CMAKE_INSTALL_BINDIR} /${ricochet_scripts})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/postproc/ DESTINATION ${ricochet_scripts} FILES_MATCHING PATTERN "*.py")

# ricochet_script(NAME SCRIPT RUNNER): the program ricochet-NAME is the script, wherever the prefix is moved.
function(ricochet_script name script runner)
  configure_file(cmake/script.in bin/ricochet-${name} @ONLY)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/ricochet-${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
foreach(script plot plot_study compare_steppers)
  string(REPLACE "_" "-" name ${script})
  ricochet_script(${name} ${script} "need python3 python3\nexec python3")
endforeach()
# Without a display in one of its own.
ricochet_script(render render "\
need pvbatch 'paraview python3-paraview'
in_display=
if [ -z \"\$DISPLAY\" ]; then
  need xvfb-run xvfb
  need xauth xauth
  in_display='xvfb-run -a -s -noreset'
fi
exec \$in_display pvbatch")

# One page for all of the scripts.
foreach(name plot-study compare-steppers render)
  file(WRITE ${PROJECT_BINARY_DIR}/man/ricochet-${name}.1 ".so man1/ricochet-plot.1\n")
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/man/ ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME ricochet)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/inputs ${PROJECT_SOURCE_DIR}/meshes
        DESTINATION ${ricochet_doc})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${ricochet_doc} FILES_MATCHING REGEX "\\.(md|png)$"
        PATTERN _static EXCLUDE PATTERN man EXCLUDE)
include(cmake/package.cmake)
