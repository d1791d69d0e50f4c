# SPDX-License-Identifier: BSD-2-Clause
# Run by cpack in the tree to be packed: what Debian asks of a package besides what is installed everywhere.
# Copyright and changelogs; texts of these kinds are compressed, without name and date.
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(doc ${usr}/share/doc/ricochet)
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})

# The licence in the form that tools read: indented, a dot for each empty line.
file(READ ${source}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n[^\n]*\n(.*)" licence "${licence}")
set(holder ${CMAKE_MATCH_1})
string(STRIP "${CMAKE_MATCH_2}" licence)
string(REGEX REPLACE "\n" "\n " licence "${licence}")
string(REGEX REPLACE "\n \n" "\n .\n" licence "${licence}")
string(REPLACE "(c) " "" holder "${holder}")
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Ricochet

Files: *
Copyright: ${holder}
License: BSD-2-Clause
 ${licence}
")
file(REMOVE ${doc}/LICENSE)

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # $SOURCE_DATE_EPOCH, if it is set
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in ${doc}/changelog.Debian @ONLY)
configure_file(${source}/CHANGELOG.md ${doc}/changelog COPYONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${usr}/share/lintian/overrides/ricochet COPYONLY)
file(GLOB texts ${doc}/changelog* ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${texts} COMMAND_ERROR_IS_FATAL ANY)
