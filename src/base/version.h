// SPDX-License-Identifier: BSD-2-Clause
// The version of Ricochet, said here and nowhere else: CMake, the package files and `ricochet
// --version` read it, and a test compares the documents with it.
#ifndef RIC_BASE_VERSION_H
#define RIC_BASE_VERSION_H

#define RIC_VERSION_MAJOR 0
#define RIC_VERSION_MINOR 2
#define RIC_VERSION_PATCH 0

// "0.2.0"
#define RIC_VERSION RIC_VERSION_TEXT_(RIC_VERSION_MAJOR, RIC_VERSION_MINOR, RIC_VERSION_PATCH)
#define RIC_VERSION_TEXT_(major, minor, patch) RIC_VERSION_QUOTE_(major.minor.patch)
#define RIC_VERSION_QUOTE_(version) #version

// Are these headers of that version or a later one? For #if.
#define RIC_VERSION_GE(major, minor, patch)                                                        \
  (RIC_VERSION_MAJOR > (major) ||                                                                  \
   (RIC_VERSION_MAJOR == (major) &&                                                                \
    (RIC_VERSION_MINOR > (minor) ||                                                                \
     (RIC_VERSION_MINOR == (minor) && RIC_VERSION_PATCH >= (patch)))))

// The version of the library that runs, as RIC_VERSION was when it was compiled: another one than that of
// the headers where a shared library was replaced. Not collective, and before PetscInitialize, too.
#ifdef __cplusplus
extern "C"
#endif
    const char *
    RicVersion(void);

#endif
