# SPDX-License-Identifier: BSD-2-Clause
# What `./bootstrap deb` builds by cpack: one Debian package with all that is installed. dpkg-shlibdeps
# finds the libraries it depends on; what compiles against it needs the packages suggested here besides.
# Whoever makes the package is who to ask: DEBFULLNAME and DEBEMAIL, as for Debian's own tools.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ricochet)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "contact dynamics of flexible structures")
set(CPACK_PACKAGE_DESCRIPTION
    "Ricochet simulates structures that hit things: finite elements, rigid bodies
and joints under exact unilateral contact, impact laws and Coulomb's friction,
on one rank or many.
.
Program, shared and static library with headers, Python module, scripts that
draw, examples and manual. Pictures in space, by ricochet-render, need paraview
and xvfb. Programs that use the library need the compiler and the -dev packages
suggested.")
set(CPACK_PACKAGE_CONTACT "The Ricochet authors <ricochet@localhost>")
if(DEFINED ENV{DEBEMAIL} AND DEFINED ENV{DEBFULLNAME})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_VENDOR "The Ricochet authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/stage.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0local1) # older than what Debian might have of this version
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/cmake/debian/postinst ${PROJECT_SOURCE_DIR}/cmake/debian/prerm
    ${PROJECT_SOURCE_DIR}/cmake/debian/postrm ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "openmpi-bin, python3, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib, libopenblas0-serial")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "build-essential, pkg-config, cmake, libpetsc-real-dev, libmetis-dev, libfyaml-dev, libmuparser-dev, libjansson-dev, zlib1g-dev, paraview, python3-paraview, xvfb, xauth, gmsh")
include(CPack)
