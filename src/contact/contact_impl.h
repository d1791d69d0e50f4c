// SPDX-License-Identifier: BSD-2-Clause
// The types of the table.
#ifndef RIC_CONTACT_CONTACT_IMPL_H
#define RIC_CONTACT_CONTACT_IMPL_H

#include "contact/contact.h"

extern const RicContactOps RicContact_NodePlane;
extern const RicContactOps RicContact_NodeNode;

#endif
