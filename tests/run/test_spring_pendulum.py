# SPDX-License-Identifier: BSD-2-Clause
"""The Moreau-type schemes on the spring pendulum and the bouncing ball of Capobianco & Eugster,
Time finite element based Moreau-type integrators (2018), section 5.

The energy at t_k is that of q_k and u_k, the velocity after the percussion at t_k.

Moreau-Jean takes the mass at q_theta and not, as that paper does, at the start of the step: with
theta = 1/2 it is of second order and keeps the energy, where the paper's variant is of first order
and loses 5 % in 600 s.
"""

import functools
import unittest

import numpy as np
import runs

JEAN = "-stepper_type moreau-jean -stepper_theta 0.5"
SYMMETRIC, VARIATIONAL = "-stepper_type moreau-symmetric", "-stepper_type moreau-variational"
MOREAU = "-stepper_type moreau"
END = 20 if runs.BRIEF else 100  # s


def rates(y):
    """ẏ of y = (l, phi, l', phi') between impacts, the equations of motion of the paper's (64)."""
    length, phi, speed, omega = y
    return np.array([speed, omega, length * omega**2 + 9.81 * np.cos(phi) - 100 * (length - 1),
                     -(2 * speed * omega + 9.81 * np.sin(phi)) / length])


@functools.lru_cache(maxsize=None)
def reference(end, steps):
    """(l, phi) at `steps` + 1 times from 0 to `end`, before the first impact (classic Runge-Kutta)."""
    y, h = np.array([1.1, np.pi / 4, 0.0, 0.0]), end / steps
    path = [y[:2]]
    for _ in range(steps):
        k1 = rates(y)
        k2 = rates(y + h / 2 * k1)
        k3 = rates(y + h / 2 * k2)
        k4 = rates(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path.append(y[:2])
    return np.array(path)


def mean_square_error(option, step):
    """e_q of the paper's (65) over T = 0.5 s, before the first impact."""
    history = runs.run("spring-pendulum", option, f"-stepper_step {step} -stepper_end 0.5").history
    q = np.stack([history["pendulum.l"], history["pendulum.phi"]], axis=1)
    path = reference(0.5, 2000)
    square = np.sum((q - path[:: 2000 // (len(q) - 1)]) ** 2, axis=1)
    return step / 0.5 * (np.sum(square) - (square[0] + square[-1]) / 2)


def energy_error(option, end):
    few = "-output_history_every 10 -output_energy_balance false"
    energy = runs.run("spring-pendulum", option, f"-stepper_end {end}", few).history["energy"]
    return energy / energy[0] - 1


class SpringPendulum(unittest.TestCase):
    def test_energy_at_the_start(self):
        energy = runs.run("spring-pendulum", "-stepper_end 1e-3").history["energy"]
        self.assertAlmostEqual(energy[0], -7.13038928, delta=1e-8)

    def test_symmetric_and_variational_keep_the_energy(self):
        for option in (SYMMETRIC, VARIATIONAL):
            with self.subTest(option):
                error = energy_error(option, END)
                self.assertAlmostEqual(np.max(np.abs(error)), 1.98e-3, delta=1e-5)
                halves = np.mean(error[: len(error) // 2]), np.mean(error[len(error) // 2 :])
                self.assertLess(abs(halves[0] - halves[1]), 2e-4)

    @unittest.skipIf(runs.BRIEF, "a mean over 100 s")
    def test_moreau_errs_as_published(self):
        self.assertAlmostEqual(np.mean(energy_error(MOREAU, 100)), 0.0070, delta=1e-4)

    def test_moreau_jean_with_the_mass_at_theta_keeps_the_energy(self):
        self.assertLess(np.max(np.abs(energy_error(JEAN, END))), 1e-3)

    def test_error_before_the_first_impact(self):
        for option, error in ((MOREAU, 5.15e-7), (SYMMETRIC, 1.013e-13), (VARIATIONAL, 1.002e-13),
                              (JEAN, 9.13e-13)):
            with self.subTest(option):
                self.assertAlmostEqual(mean_square_error(option, 1e-3) / error, 1, delta=0.01)

    def test_order_of_the_squared_error(self):
        for option, order in ((MOREAU, 2), (SYMMETRIC, 4), (VARIATIONAL, 4), (JEAN, 4)):
            with self.subTest(option):
                errors = [mean_square_error(option, step) for step in (4e-3, 2e-3, 1e-3)]
                slopes = np.log2(errors[:-1]) - np.log2(errors[1:])
                np.testing.assert_allclose(slopes, order, atol=0.1)

    def test_wall_gives_back_the_angular_velocity(self):
        """e = 1, with the rows at q_k: phi' changes its sign, l' is kept."""
        for option in (MOREAU, SYMMETRIC, VARIATIONAL):
            history = runs.run("spring-pendulum", option, "-stepper_end 2").history
            hit = np.flatnonzero(history["pendulum.wall.impulse"] > 0)
            self.assertGreaterEqual(len(hit), 1)
            omega = history["pendulum.vphi"]
            with self.subTest(option):
                np.testing.assert_allclose(omega[hit], -omega[hit - 1], rtol=1e-10)
                momentum = history["pendulum.l"][hit] ** 2 * (omega[hit] - omega[hit - 1])
                np.testing.assert_allclose(history["pendulum.wall.impulse"][hit], momentum, rtol=2e-2)


class BouncingBall(unittest.TestCase):
    """Figure 2: m = 0.1, g = 9.81, e = 0.75, step 1e-3, from 1 m."""

    def impacts(self, option):
        history = runs.run("bouncing-ball-moreau", option).history
        impulse = history["ball.ground.impulse"]
        first = np.flatnonzero((impulse[1:] > 0) & (impulse[:-1] == 0)) + 1
        return history, history["t"][first], impulse[first]

    def test_moreau(self):
        history, times, impulses = self.impacts(MOREAU)
        np.testing.assert_allclose(times[:6], [0.453, 1.131, 1.639, 2.020, 2.306, 2.521], atol=1e-9)
        np.testing.assert_allclose(impulses[:3], [0.77695, 0.58124, 0.43618], atol=1e-5)
        self.assertAlmostEqual(history["min_gap"].min(), -4.328e-3, delta=1e-5)

    def test_at_rest_after_the_accumulation(self):
        """Exact accumulation 3.16067 s; then the percussions carry the weight, and all of them
        together what the fall gave: 0.1 kg * 9.81 m/s² * 4 s."""
        history, _, _ = self.impacts(MOREAU)
        rest = history["t"] > 3.3
        np.testing.assert_allclose(history["ball.ground.force"][rest], 0.981, atol=1e-9)
        self.assertAlmostEqual(np.sum(history["ball.ground.impulse"]), 0.981 * 4, delta=1e-9)

    def test_the_other_two_coincide(self):
        """Constant mass, force without velocity: one scheme but for the first step of `moreau`."""
        _, times, impulses = self.impacts(SYMMETRIC)
        _, others, again = self.impacts(VARIATIONAL)
        np.testing.assert_array_equal(times, others)
        np.testing.assert_allclose(impulses, again, rtol=1e-12)
        np.testing.assert_allclose(times[:3], [0.4515236, 1.128809, 1.636773], atol=4e-3)


if __name__ == "__main__":
    unittest.main()
