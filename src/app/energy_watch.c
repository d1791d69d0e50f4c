// SPDX-License-Identifier: BSD-2-Clause
#include "app/energy_watch.h"

#define FIRST_STEP 50 // the stake needs some motion before it says anything
#define STOP_STEPS 50
#define WARN_SHARE 0.05
#define STOP_SHARE 0.5
#define ROUND_OFF 1e-9 // of what was summed up

static void Begin(RicEnergyWatch *w, PetscReal kinetic, PetscReal potential,
                  const RicEnergyMade *made) {
  *w = (RicEnergyWatch){
      .begun = PETSC_TRUE,
      .before = w->before,
      .least_smooth = made->smooth,
      .shown = {.before = {made->shown, made->shown}, .least = made->shown},
      .contact = {.before = {made->contact, made->contact}, .least = made->contact},
      .max_kinetic = kinetic,
      .max_potential = potential,
      .min_potential = potential};
}

RicWatchVerdict RicEnergyWatchLoaded(const RicEnergyWatch *w) {
  return w->steps_above >= STOP_STEPS ? RIC_WATCH_STOP : RIC_WATCH_QUIET;
}

static RicWatchVerdict Judge(RicEnergyWatch *w, PetscInt steps, PetscReal share) {
  if (share > STOP_SHARE)
    w->steps_above += steps;
  if (RicEnergyWatchLoaded(w) == RIC_WATCH_STOP)
    return RIC_WATCH_STOP;
  if (share <= WARN_SHARE || w->warned)
    return RIC_WATCH_QUIET;
  w->warned = PETSC_TRUE;
  return RIC_WATCH_WARN;
}

static PetscReal Rise(RicWatchedSum *sum, PetscReal value) {
  const PetscReal largest = PetscMax(value, PetscMax(sum->before[0], sum->before[1]));

  sum->before[0] = sum->before[1];
  sum->before[1] = value;
  sum->least = PetscMin(sum->least, largest);
  return largest - sum->least;
}

// made and stake of this look.
static void Measure(RicEnergyWatch *w, PetscReal kinetic, PetscReal potential,
                    const RicEnergyMade *made) {
  const PetscReal shown = Rise(&w->shown, made->shown);

  w->least_smooth = PetscMin(w->least_smooth, made->smooth);
  w->max_kinetic = PetscMax(w->max_kinetic, kinetic);
  w->max_potential = PetscMax(w->max_potential, potential);
  w->min_potential = PetscMin(w->min_potential, potential);
  w->max_fall = PetscMax(w->max_fall, made->fall);
  w->stake = w->max_kinetic + w->max_potential - w->min_potential + w->max_fall;
  w->stake = PetscMax(w->stake, w->before);
  w->made = made->smooth - w->least_smooth;
  if (shown > STOP_SHARE * w->stake)
    w->made = PetscMax(w->made, shown);
  w->made += Rise(&w->contact, made->contact);
  w->largest_made = PetscMax(w->largest_made, w->made);
}

RicWatchVerdict RicEnergyWatchLook(RicEnergyWatch *w, PetscInt step, PetscReal kinetic,
                                   PetscReal potential, const RicEnergyMade *made) {
  if (!w->begun)
    Begin(w, kinetic, potential, made);
  Measure(w, kinetic, potential, made);
  const PetscBool counts = (PetscBool)(w->made > ROUND_OFF * made->turnover && w->stake > 0);
  const PetscReal share = counts ? w->made / w->stake : 0;
  const PetscInt steps = step - w->last_step;
  w->last_step = step;
  if (step < FIRST_STEP)
    return RIC_WATCH_QUIET;
  w->share = PetscMax(w->share, share);
  return Judge(w, steps, share);
}

static PetscErrorCode ArchiveSum(RicWatchedSum *sum, RicArchive archive, const char name[]) {
  PetscReal values[] = {sum->before[0], sum->before[1], sum->least};

  PetscFunctionBegin;
  PetscCall(RicArchiveReals(archive, name, 3, values));
  *sum = (RicWatchedSum){{values[0], values[1]}, values[2]};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicEnergyWatchArchive(RicEnergyWatch *w, RicArchive archive) {
  PetscFunctionBegin;
  PetscCall(RicArchiveBool(archive, "watch_begun", &w->begun));
  PetscCall(RicArchiveBool(archive, "watch_warned", &w->warned));
  PetscCall(RicArchiveReal(archive, "watch_least_smooth", &w->least_smooth));
  PetscCall(ArchiveSum(&w->shown, archive, "watch_shown"));
  PetscCall(ArchiveSum(&w->contact, archive, "watch_contact"));
  PetscCall(RicArchiveReal(archive, "watch_max_kinetic", &w->max_kinetic));
  PetscCall(RicArchiveReal(archive, "watch_max_potential", &w->max_potential));
  PetscCall(RicArchiveReal(archive, "watch_min_potential", &w->min_potential));
  PetscCall(RicArchiveReal(archive, "watch_max_fall", &w->max_fall));
  PetscCall(RicArchiveReal(archive, "watch_before", &w->before));
  PetscCall(RicArchiveReal(archive, "watch_made", &w->made));
  PetscCall(RicArchiveReal(archive, "watch_stake", &w->stake));
  PetscCall(RicArchiveReal(archive, "watch_largest_made", &w->largest_made));
  PetscCall(RicArchiveReal(archive, "watch_share", &w->share));
  PetscCall(RicArchiveInt(archive, "watch_last_step", &w->last_step));
  PetscCall(RicArchiveInt(archive, "watch_steps_above", &w->steps_above));
  PetscFunctionReturn(PETSC_SUCCESS);
}
