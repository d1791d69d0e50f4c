# SPDX-License-Identifier: BSD-2-Clause
# What `cmake --install` puts in place: program, library, headers, a pkg-config file and a CMake
# package. The pkg-config file and the package find their prefix from where they stand, so the
# installation can be moved.
include(CMakePackageConfigHelpers)

set(ricochet_include ${CMAKE_INSTALL_INCLUDEDIR}/ricochet)
set(ricochet_package ${CMAKE_INSTALL_LIBDIR}/cmake/ricochet)

# The program finds the library beside it, and PETSc where it was found when building.
file(RELATIVE_PATH ricochet_bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(ricochet_program PROPERTIES INSTALL_RPATH "$ORIGIN/${ricochet_bin_to_lib}")
set_target_properties(ricochet ricochet_program PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

install(TARGETS ricochet_program)
install(TARGETS ricochet ricochet_plugin EXPORT ricochet)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION ${ricochet_include} FILES_MATCHING
        PATTERN "*.h" PATTERN "*_impl.h" EXCLUDE PATTERN app EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/ricochet)

# The static library does not know what it was linked with: its users link that, too.
if(NOT RICOCHET_SHARED)
  set(RICOCHET_PC_REQUIRES ", libfyaml, muparser, jansson, zlib, ${HDF5_MODULE_NAME}")
  set(RICOCHET_PC_LIBS "${METIS_LIBRARY} ${AMD_LIBRARY} ${LAPACK_LIBRARY} ${BLAS_LIBRARY}")
  foreach(library ${CMAKE_DL_LIBS})
    string(APPEND RICOCHET_PC_LIBS " -l${library}")
  endforeach()
endif()

# PETSc's pkg-config file does not name MPI, whose header its headers include.
foreach(directory ${MPI_C_INCLUDE_DIRS})
  string(APPEND RICOCHET_PC_CFLAGS " -I${directory}")
endforeach()
list(JOIN MPI_C_LIBRARIES " " ricochet_mpi_libraries)
string(APPEND RICOCHET_PC_LIBS " ${ricochet_mpi_libraries} -lm")
file(RELATIVE_PATH RICOCHET_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ricochet.pc.in ricochet.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ricochet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

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
