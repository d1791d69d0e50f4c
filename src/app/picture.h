// SPDX-License-Identifier: BSD-2-Clause
// Picture: the frames of a case, as its section `output` wants them.
#ifndef RIC_APP_PICTURE_H
#define RIC_APP_PICTURE_H

#include "app/case.h"
#include "io/frame.h"

// *frame = NULL without VTK files. Collective.
PetscErrorCode RicPictureCreate(RicCase *c, RicFrame *frame);

#endif
