// SPDX-License-Identifier: BSD-2-Clause
// The types of the table, and how their rows are made.
#ifndef RIC_CONTACT_CONTACT_IMPL_H
#define RIC_CONTACT_CONTACT_IMPL_H

#include "contact/contact.h"
#include "contact/contact_data.h"
#include "contact/contact_meet.h"
#include <math.h>
#include <stddef.h>

extern const RicContactOps RicContact_NodePlane;
extern const RicContactOps RicContact_NodeNode;
extern const RicContactOps RicContact_PointLine;
extern const RicContactOps RicContact_PointPlane;
extern const RicContactOps RicContact_DiskPlane;
extern const RicContactOps RicContact_PointEdge;
extern const RicContactOps RicContact_PointCircle;
extern const RicContactOps RicContact_CircleCircle;
extern const RicContactOps RicContact_AngularStop;
extern const RicContactOps RicContact_Channel;
extern const RicContactOps RicContact_PointCurve;

// w: that of row k > 0 of RicContactRows, of a completed g.
void RicContactSlide(const RicContactOps *ops, const RicContactFriction *friction,
                     const RicPair *pair, const RicContactGeometry *g, PetscInt k,
                     RicPairWrench *w);
// t_1, t_2 of elliptic friction turned to its axes.
void RicContactAlign(const RicContactFriction *friction, const RicPair *pair,
                     RicContactGeometry *g);

#endif
