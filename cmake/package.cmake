# SPDX-License-Identifier: BSD-2-Clause
# What `./bootstrap deb` builds by cpack: one Debian package with all that is installed. dpkg-shlibdeps
# finds the libraries it depends on; what compiles against it needs the packages suggested here besides.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ricochet)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "contact dynamics of flexible structures")
set(CPACK_PACKAGE_DESCRIPTION
    "Ricochet simulates structures that hit things: finite elements, rigid bodies
and joints under exact unilateral contact, impact laws and Coulomb's friction.
Program, library with headers, Python module, scripts and examples.")
set(CPACK_PACKAGE_CONTACT "The Ricochet authors <ricochet@localhost>")
set(CPACK_PACKAGE_VENDOR "The Ricochet authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "openmpi-bin")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-numpy, python3-matplotlib, libopenblas0-serial")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "gcc, pkg-config, cmake, libpetsc-real-dev, libmetis-dev, libfyaml-dev, libmuparser-dev, libjansson-dev, zlib1g-dev, paraview, xvfb")
include(CPack)
