// SPDX-License-Identifier: BSD-2-Clause
// The types of the table.
#ifndef RIC_CONTACT_CONTACT_IMPL_H
#define RIC_CONTACT_CONTACT_IMPL_H

#include "contact/contact.h"

extern const RicContactOps RicContact_NodePlane;
extern const RicContactOps RicContact_NodeNode;
extern const RicContactOps RicContact_PointLine;
extern const RicContactOps RicContact_PointEdge;
extern const RicContactOps RicContact_PointCircle;
extern const RicContactOps RicContact_CircleCircle;
extern const RicContactOps RicContact_AngularStop;
extern const RicContactOps RicContact_Channel;

#endif
