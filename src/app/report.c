// SPDX-License-Identifier: BSD-2-Clause
#include "app/report.h"
#include "app/columns.h"
#include "base/version.h"
#include "model/model_view.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define STEP_DOFS 100000 // up to which the summary tells the step against the structure

#define NUM_SAMPLES ((PetscInt)(sizeof(((RicTimes *)0)->samples) / sizeof(float)))

void RicTimesAdd(RicTimes *times, PetscInt step, PetscLogDouble seconds) {
  if (!times->stride)
    times->stride = 1;
  if (step % times->stride)
    return;
  if (times->num_samples == NUM_SAMPLES) {
    for (PetscInt i = 0; i < NUM_SAMPLES / 2; i++)
      times->samples[i] = times->samples[2 * i];
    times->num_samples /= 2;
    times->stride *= 2;
    if (step % times->stride)
      return;
  }
  times->samples[times->num_samples++] = (float)seconds;
}

static PetscErrorCode ArchiveSamples(RicTimes *times, RicArchive archive) {
  PetscReal *samples;

  PetscFunctionBegin;
  PetscCall(RicArchiveInt(archive, "stride", &times->stride));
  PetscCall(RicArchiveInt(archive, "num_samples", &times->num_samples));
  times->num_samples = PetscMin(PetscMax(times->num_samples, 0), NUM_SAMPLES);
  PetscCall(PetscMalloc1(times->num_samples, &samples));
  for (PetscInt i = 0; i < times->num_samples; i++)
    samples[i] = (PetscReal)times->samples[i];
  const PetscErrorCode error = RicArchiveReals(archive, "samples", times->num_samples, samples);
  for (PetscInt i = 0; i < times->num_samples && !error; i++)
    times->samples[i] = (float)samples[i];
  PetscCall(PetscFree(samples));
  PetscFunctionReturn(error);
}

PetscErrorCode RicTimesArchive(RicTimes *times, RicArchive archive) {
  PetscReal seconds[] = {times->wall, times->setup, times->output};

  PetscFunctionBegin;
  PetscCall(RicArchiveGroup(archive, "times"));
  PetscCall(RicArchiveReals(archive, "wall_setup_output", 3, seconds));
  PetscCall(RicArchiveInt(archive, "restarts", &times->restarts));
  PetscCall(ArchiveSamples(times, archive));
  if (!RicArchiveIsLoading(archive))
    PetscFunctionReturn(PETSC_SUCCESS);
  times->before = seconds[0];
  times->setup = seconds[1];
  times->output = seconds[2];
  times->restarts++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int CompareFloats(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;

  return (x > y) - (x < y);
}

// Median time of a step, µs.
static double MedianStep(const RicTimes *times) {
  float sorted[NUM_SAMPLES];

  if (!times->num_samples)
    return 0;
  memcpy(sorted, times->samples, (size_t)times->num_samples * sizeof(float));
  qsort(sorted, (size_t)times->num_samples, sizeof(float), CompareFloats);
  return 1e6 * sorted[times->num_samples / 2];
}

static PetscErrorCode PeakMemory(MPI_Comm comm, double *mb) {
  struct rusage usage;
  double mine;

  PetscFunctionBegin;
  getrusage(RUSAGE_SELF, &usage);
  mine = usage.ru_maxrss / 1024.0;
  PetscCallMPI(MPI_Allreduce(&mine, mb, 1, MPI_DOUBLE, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetRun(RicCase *c, RicSummary s) {
  const char *filename, *type;
  PetscMPIInt ranks;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(c->comm, &ranks));
  PetscCall(RicInputGetFilename(c->input, &filename));
  PetscCall(RicStepperGetType(c->stepper, &type));
  PetscCall(RicSummarySetString(s, "input", filename));
  PetscCall(RicSummarySetString(s, "title", c->title));
  PetscCall(RicSummarySetString(s, "version", RIC_VERSION));
  char petsc[64];
  PetscCall(PetscSNPrintf(petsc, sizeof(petsc), "%d.%d.%d", PETSC_VERSION_MAJOR,
                          PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR));
  PetscCall(RicSummarySetString(s, "petsc", petsc));
  PetscCall(RicSummarySetInt(s, "ranks", ranks));
  PetscCall(RicSummarySetString(s, "stepper.type", type));
  PetscCall(RicSummarySetReal(s, "stepper.step", c->step));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetParameters(RicCase *c, RicSummary s) {
  const RicConstant *p;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicInputGetParameters(c->input, &n, &p));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(RicSummarySetEntry(s, "parameters", p[i].name, p[i].value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The options of the stepper as they were used.
static PetscErrorCode SetStepperOptions(RicCase *c, RicSummary s) {
  const RicStepperOption *option;
  char path[2 * RIC_NAME_LEN];
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicStepperGetNumOptions(c->stepper, &n));
  for (PetscInt k = 0; k < n; k++) {
    PetscReal value;
    PetscCall(RicStepperGetOption(c->stepper, k, &option, &value));
    PetscCall(PetscSNPrintf(path, sizeof(path), "stepper.%s", option->name));
    if (option->choices[0])
      PetscCall(RicSummarySetString(s, path, option->choices[(PetscInt)value]));
    else
      PetscCall(RicSummarySetReal(s, path, value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetSizes(RicCase *c, RicSummary s) {
  RicPartitionQuality quality;
  PetscInt dofs, free_dofs, elements, contacts;
  PetscReal mass;

  PetscFunctionBegin;
  PetscCall(RicModelGetSizes(c->model, &dofs, &free_dofs, &elements, &contacts));
  PetscCall(RicModelGetTotalMass(c->model, &mass));
  PetscCall(RicMeshGetPartitionQuality(c->mesh, &quality));
  PetscCall(RicSummarySetInt(s, "dofs", dofs));
  PetscCall(RicSummarySetInt(s, "free_dofs", free_dofs));
  PetscCall(RicSummarySetInt(s, "elements", elements));
  PetscCall(RicSummarySetInt(s, "contacts", contacts));
  PetscInt joints;
  PetscCall(RicModelGetNumJoints(c->model, &joints));
  PetscCall(RicSummarySetInt(s, "joints", joints));
  PetscCall(RicSummarySetReal(s, "mass", mass));
  PetscCall(RicSummarySetReal(s, "partition.imbalance", quality.imbalance));
  PetscCall(RicSummarySetInt(s, "partition.edge_cut", quality.edge_cut));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetTimes(RicCase *c, const RicTimes *times, PetscBool complete,
                               RicSummary s) {
  RicStepperStats stats;
  const RicState *state;

  PetscFunctionBegin;
  PetscCall(RicStepperGetStats(c->stepper, &stats));
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(RicSummarySetBool(s, "complete", complete));
  PetscCall(RicSummarySetInt(s, "steps", stats.steps));
  PetscCall(RicSummarySetReal(s, "t_end", state->t));
  PetscCall(RicSummarySetInt(s, "restarts", times->restarts));
  PetscCall(RicSummarySetReal(s, "wall_s", times->wall));
  PetscCall(RicSummarySetReal(s, "setup_s", times->setup));
  PetscCall(RicSummarySetReal(s, "output_s", times->output));
  PetscCall(RicSummarySetReal(s, "step_us", MedianStep(times)));
  PetscCall(RicSummarySetReal(s, "iterations.avg",
                              stats.steps ? (PetscReal)stats.iterations / stats.steps : 0));
  PetscCall(RicSummarySetInt(s, "iterations.max", stats.max_iterations));
  PetscCall(RicSummarySetInt(s, "factorizations", stats.factorizations));
  PetscCall(RicSummarySetInt(s, "halvings", stats.halvings));
  PetscCall(RicSummarySetInt(s, "fallbacks", stats.fallbacks));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetImpacts(RicCase *c, const RicRecord *r, RicSummary s, PetscInt n) {
  PetscInt *counts, all = 0;
  RicContactView view;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(n, &counts));
  PetscCall(RicImpactsGetCounts(r->impacts, counts));
  for (PetscInt i = 0; i < n; i++)
    all += counts[i];
  PetscCall(RicSummarySetInt(s, "impacts", all));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &view));
    PetscCall(RicSummarySetEntryInt(s, "impacts_of", view.name, counts[i]));
  }
  PetscCall(PetscFree(counts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetLargest(RicCase *c, const RicRecord *r, RicSummary s) {
  RicContactView contact;
  RicJointView joint;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetContact(c->model, i, &contact));
    PetscCall(RicPeakReport(&r->contact_peak[i], s, "contacts", contact.name));
  }
  PetscCall(RicModelGetNumJoints(c->model, &n));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(RicModelGetJoint(c->model, i, &joint));
    PetscCall(RicPeakReport(&r->joint_peak[i], s, "joints", joint.name));
  }
  for (PetscInt i = 0; i < c->num_supports; i++)
    if (c->supports[i].name[0])
      PetscCall(RicPeakReport(&r->support_peak[i], s, "supports", c->supports[i].name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Spans of the columns of probes, in their order.
typedef struct {
  const RicSpan *span;
  RicSummary s;
} Spans;

static PetscErrorCode SetSpan(const RicColumn *column, void *context) {
  Spans *spans = (Spans *)context;

  PetscFunctionBegin;
  if (column->kind == RIC_COLUMN_PROBE)
    PetscCall(RicSpanReport(spans->span++, spans->s, column->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetSpans(RicCase *c, const RicRecord *r, RicSummary s) {
  Spans spans = {r->span, s};

  PetscFunctionBegin;
  PetscCall(RicColumnsVisit(c, SetSpan, &spans));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetPhysics(RicCase *c, const RicRecord *r, RicSummary s) {
  char path[2 * RIC_NAME_LEN];
  PetscReal time = 0;
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < n; i++)
    time = PetscMax(time, r->contact_steps[i] * c->step);
  PetscCall(RicSummarySetReal(s, "max_penetration", r->max_penetration[0]));
  if (r->has[1])
    PetscCall(RicSummarySetReal(s, "max_penetration_angle", r->max_penetration[1]));
  PetscCall(RicSummarySetReal(s, "max_joint_error", r->max_joint_error));
  PetscCall(RicSummarySetReal(s, "max_velocity_error", r->velocity_error));
  PetscCall(RicSummarySetReal(s, "energy.initial", r->energy.initial));
  PetscCall(RicSummarySetReal(s, "energy.final", r->energy.final));
  PetscCall(RicSummarySetReal(s, "energy.max", r->energy.largest));
  PetscCall(RicSummarySetReal(s, "energy.max_step_increase",
                              r->energy_rows > 1 ? r->energy.max_step_increase : 0));
  for (PetscInt i = 0; i < RIC_BALANCE_TERMS && c->energy_balance; i++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "energy.balance.%s", RicBalanceNames[i]));
    PetscCall(RicSummarySetReal(s, path, r->terms[i]));
  }
  if (c->energy_balance) {
    PetscCall(RicSummarySetReal(s, "energy.made", r->watch.made));
    PetscCall(RicSummarySetReal(s, "energy.largest_made", r->watch.largest_made));
    PetscCall(RicSummarySetReal(s, "energy.at_stake", r->watch.stake));
    PetscCall(RicSummarySetReal(s, "energy.largest_share_made", r->watch.share));
  }
  PetscCall(SetImpacts(c, r, s, n));
  PetscCall(RicSummarySetReal(s, "contact_time", time));
  for (PetscInt i = 0; i < n; i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(c->model, i, &view));
    PetscCall(RicSummarySetEntry(s, "impulse", view.name, r->impulse[i]));
    if (r->angular[i]) // its gap is in rad, its impulse in N m s
      PetscCall(RicSummarySetEntryInt(s, "angular", view.name, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReportWrite(RicCase *c, const RicRecord *record, const RicTimes *times,
                              PetscBool complete) {
  char path[RIC_PATH_LEN + 16];
  RicSummary s;
  double mb;

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/summary.json", c->directory));
  PetscCall(RicSummaryCreate(c->comm, path, &s));
  PetscCall(SetRun(c, s));
  PetscCall(SetStepperOptions(c, s));
  PetscCall(SetParameters(c, s));
  PetscCall(SetSizes(c, s));
  PetscCall(RicReportBar_Private(c, s));
  PetscCall(SetTimes(c, times, complete, s));
  PetscCall(SetPhysics(c, record, s));
  PetscCall(SetLargest(c, record, s));
  PetscCall(SetSpans(c, record, s));
  PetscCall(PeakMemory(c->comm, &mb));
  PetscCall(RicSummarySetReal(s, "peak_rss_mb", mb));
  PetscCall(RicSummaryWrite(s));
  PetscCall(RicSummaryDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- On the screen ----

// Largest force and worst penetration, of contacts whose gaps are lengths and of those of angles.
static PetscErrorCode PrintExtremes(RicCase *c, const RicRecord *r) {
  static const char *const what[] = {"force", "moment"}, *const moment[] = {"N", "N m"},
                           *const gap[] = {"m", "rad"};

  PetscFunctionBegin;
  for (PetscInt k = 0; k < 2; k++)
    if (r->has[k])
      PetscCall(PetscPrintf(c->comm, "          largest %s %.6g %s, worst penetration %.3g %s\n",
                            what[k], (double)r->max_force[k], moment[k],
                            (double)r->max_penetration[k], gap[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintContacts(RicCase *c, const RicRecord *r) {
  PetscInt n;

  PetscFunctionBegin;
  PetscCall(RicModelGetNumContacts(c->model, &n));
  for (PetscInt i = 0; i < PetscMin(n, 4); i++) {
    RicContactView view;
    PetscCall(RicModelGetContact(c->model, i, &view));
    PetscCall(PetscPrintf(c->comm, "contact   %s: ", view.name));
    if (r->contact_steps[i])
      PetscCall(PetscPrintf(
          c->comm, "closed %.6g s in %" PetscInt_FMT " piece%s, impulse %.6g %s\n",
          (double)((PetscReal)r->contact_steps[i] * c->step), r->pieces[i],
          r->pieces[i] == 1 ? "" : "s", (double)r->impulse[i], r->angular[i] ? "N m s" : "N s"));
    else
      PetscCall(PetscPrintf(c->comm, "never closed\n"));
  }
  if (n > 4)
    PetscCall(
        PetscPrintf(c->comm, "          and %" PetscInt_FMT " more in summary.json\n", n - 4));
  PetscCall(PrintExtremes(c, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// The change is told in percent of the energy at the start, unless that is nothing beside what the
// run came to.
static PetscErrorCode PrintEnergy(RicCase *c, const RicRecord *r) {
  const RicEnergyRecord *e = &r->energy;
  const PetscReal scale = PetscMax(PetscAbsReal(e->largest), PetscAbsReal(e->final));
  const PetscReal rise = r->energy_rows > 1 ? PetscMax(e->max_step_increase, 0) : 0;

  PetscFunctionBegin;
  PetscCall(PetscPrintf(c->comm, "energy    %.6g J at the start, %.6g J at the end",
                        (double)e->initial, (double)e->final));
  if (PetscAbsReal(e->initial) > 1e-9 * scale)
    PetscCall(PetscPrintf(c->comm, " (%+.3g %%)",
                          (double)(100 * (e->final - e->initial) / PetscAbsReal(e->initial))));
  PetscCall(PetscPrintf(c->comm, ", largest rise in a row %.3g J\n", (double)rise));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// Of a scheme whose energy cannot grow: by how much it did, beyond the work done.
static PetscErrorCode PrintMade(RicCase *c, const RicEnergyWatch *w) {
  const double rise = (double)w->largest_made, stake = (double)w->stake;
  const char *type;
  PetscBool monotone;

  PetscFunctionBegin;
  PetscCall(RicCaseMonotoneStepper(c, &type, &monotone));
  if (monotone)
    PetscCall(PetscPrintf(
        c->comm,
        "          largest rise beyond the work done %.3g J, %.2g of the %.4g J at stake\n", rise,
        stake > 0 ? rise / stake : 0, stake));
  else
    PetscCall(PetscPrintf(
        c->comm, "          made by the scheme %.3g J of %.4g J at stake, at most %.2g %%\n",
        (double)w->made, stake, 100 * (double)w->share));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintBalance(RicCase *c, const RicRecord *r) {
  PetscFunctionBegin;
  if (!c->energy_balance)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscPrintf(c->comm, "balance   "));
  for (PetscInt i = 0; i < RIC_BALANCE_TERMS; i++) // what there is not, but the rest always
    if (r->terms[i] != 0 || i == RIC_BALANCE_NUMERICAL)
      PetscCall(PetscPrintf(c->comm, "%s %.4g J%s", RicBalanceNames[i], (double)r->terms[i],
                            i + 1 < RIC_BALANCE_TERMS ? ", " : "\n"));
  PetscCall(PrintMade(c, &r->watch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PrintModel(RicCase *c) {
  PetscInt dofs, elements, contacts;
  RicPartitionQuality quality;
  PetscMPIInt ranks;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_size(c->comm, &ranks));
  PetscCall(RicModelGetSizes(c->model, &dofs, NULL, &elements, &contacts));
  PetscCall(PetscPrintf(c->comm,
                        "model     %" PetscInt_FMT " dofs, %" PetscInt_FMT
                        " elements, %" PetscInt_FMT " potential contacts, %d rank%s",
                        dofs, elements, contacts, ranks, ranks > 1 ? "s" : ""));
  PetscCall(RicMeshGetPartitionQuality(c->mesh, &quality));
  if (ranks > 1)
    PetscCall(PetscPrintf(c->comm, " (imbalance %.3f, edge cut %" PetscInt_FMT ")",
                          (double)quality.imbalance, quality.edge_cut));
  PetscCall(PetscPrintf(c->comm, "\n"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicReportPrint(RicCase *c, const RicRecord *r, const RicTimes *times,
                              PetscBool complete) {
  RicStepperStats stats;
  const RicState *state;
  const char *type;
  PetscInt dofs;

  PetscFunctionBegin;
  PetscCall(RicStepperGetStats(c->stepper, &stats));
  PetscCall(RicStepperGetState(c->stepper, &state));
  PetscCall(RicStepperGetType(c->stepper, &type));
  PetscCall(PetscPrintf(c->comm, "%s\n", c->title));
  PetscCall(PrintModel(c));
  PetscCall(PetscPrintf(
      c->comm, "stepper   %s, %" PetscInt_FMT " steps of %.6g s to t = %.6g s%s\n", type,
      stats.steps, (double)c->step, (double)state->t, complete ? "" : " (stopped early)"));
  if (complete && c->end - state->t > 1e-9 * c->end)
    PetscCall(
        PetscPrintf(c->comm,
                    "          the step does not divide the end time %.6g s: ended at the last "
                    "full step before it\n",
                    (double)c->end));
  PetscCall(PrintContacts(c, r));
  PetscCall(PrintEnergy(c, r));
  PetscCall(RicModelGetSizes(c->model, &dofs, NULL, NULL, NULL));
  if (dofs <= STEP_DOFS)
    PetscCall(RicCaseTellStep(c, "step      "));
  PetscCall(PrintBalance(c, r));
  PetscCall(PetscPrintf(c->comm,
                        "solver    iterations %.2f on average, %" PetscInt_FMT
                        " at most; %" PetscInt_FMT " factorizations; %" PetscInt_FMT " halvings\n",
                        stats.steps ? (double)stats.iterations / (double)stats.steps : 0.0,
                        stats.max_iterations, stats.factorizations, stats.halvings));
  PetscCall(PetscPrintf(
      c->comm, "time      %.3g s in all, %.3g s set-up, %.3g s output; %.4g us a step (median)\n",
      times->wall, times->setup, times->output, MedianStep(times)));
  PetscCall(PetscPrintf(c->comm, "files     %s/{history.csv,summary.json%s%s%s}\n", c->directory,
                        c->vtk_every ? "," : "", c->vtk_every ? c->name : "",
                        c->vtk_every ? ".pvd" : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}
