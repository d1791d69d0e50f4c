# SPDX-License-Identifier: BSD-2-Clause
# labels: slow
"""The tippedisk of Breuling, Capobianco, Eugster & Leine 2024, 5.4, with nonsmooth RATTLE: it inverts, as printed with the
values of an independent implementation, in the second-order form with those of the exact motion; orders of both forms."""

import unittest

import numpy as np
import runs

EXACT_Z = {0.5: 0.04631655, 1: 0.04745976}  # of an independent implementation, m


def disk(form="second", step=1e-3, end=1, extra=""):
    form = f"-stepper_form {form}" if form else ""
    return runs.run("tippedisk", f"{form} -stepper_step {step!r} -stepper_end {end} {extra}").history


def at(history, t):
    n = np.argmin(abs(history["t"] - t))
    return history["disk.z"][n], history["disk.omega_z"][n], history["energy"][n]


def velocities(history):
    """At the end: of the centre of mass, and angular in axes of the body."""
    v, w, phi = (np.array([history[f"disk.{name}{axis}"][-1] for axis in "xyz"]) for name in ("v", "omega_", "phi_"))
    angle = np.linalg.norm(phi)
    x, y, z = phi / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.concatenate([v, (np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k).T @ w])


class Inversion(runs.RunTest):
    def test_as_printed(self):
        h = disk("printed")
        for t, wanted in {0.5: (0.046413, 54.8777, 0.562331), 1: (0.047461, 51.7047, 0.535999)}.items():
            for value, reference in zip(at(h, t), wanted):
                self.assertLessEqual(abs(value / reference - 1), 3e-5)
        self.assertAlmostEqual(h["t"][np.argmax(h["disk.z"] > 0.0465)], 0.510, delta=1e-9)

    def test_exact_motion(self):
        h = disk()
        for t, wanted in EXACT_Z.items():
            self.assertLessEqual(abs(at(h, t)[0] - wanted), 1e-5)

    def test_energy_falls_and_contact_stays(self):
        for form in ("second", "printed"):
            h = disk(form)
            self.assertLess(np.diff(h["energy"]).max(), 0)
            self.assertLessEqual(abs(h["table.gap"]).max(), 1e-7)
            self.assertGreater(h["table.impulse"][1:].min(), 0)

    def test_other_steppers(self):
        """They come to the same height and energy, of first order in the step; friction takes energy in each."""
        for stepper in ("moreau-jean", "projected", "combined", "ggl-theta", "ggl-alpha", "nsga", "moreau",
                        "moreau-symmetric", "moreau-variational"):
            with self.subTest(stepper=stepper):
                h = disk(step=2e-4, end=0.4, extra=f"-stepper_type {stepper}", form=None)
                _, _, energy = at(h, 0.4)
                _, _, wanted = at(disk(), 0.4)
                self.assertLessEqual(abs(energy / wanted - 1), 5e-3)
                self.assertLessEqual(np.diff(h["energy"]).max(), 1e-5)
                self.assertLessEqual(abs(h["table.gap"]).max(), 2e-4)

    def test_drilling_friction(self):
        """With it the disk comes to rest upright and its spin falls, without it nutates and keeps it."""
        with_it, without = (disk(end=2.5, extra=extra) for extra in ("", "-contacts_0_friction_radius 1e-12"))
        late = with_it["t"] > 1
        self.assertLessEqual(abs(with_it["disk.z"][late] - 0.0475).max(), 2e-4)
        self.assertGreater(abs(without["disk.z"][late] - 0.0475).max(), 3e-4)
        fall, rest = (h["disk.omega_z"][late][0] - h["disk.omega_z"][-1] for h in (with_it, without))
        self.assertGreater(fall, 4.5)
        self.assertLess(abs(rest), 0.2)


class Orders(runs.RunTest):
    def test_orders(self):
        """Of the paper's form 1 (its errors within 10 % of the reference's), of the other 2."""
        reference = velocities(disk("second", 4e-5, 0.2))
        steps = (1e-3, 5e-4, 2.5e-4)
        error = {form: [np.linalg.norm(velocities(disk(form, h, 0.2)) - reference) for h in steps]
                 for form in ("printed", "second")}
        for found, wanted in zip(error["printed"], (0.641, 0.250, 0.106)):
            self.assertLessEqual(abs(found / wanted - 1), 0.1)
        for coarse, fine in zip(error["second"], error["second"][1:]):
            self.assertLessEqual(abs(np.log2(coarse / fine) - 2), 0.08)
        self.assertLess(error["second"][0], 0.14)


if __name__ == "__main__":
    unittest.main()
