"""A learner in NumPy alone: a linear policy learns Quadropolis for two against random play, by REINFORCE.

    python examples/learner.py [ROUNDS] [curve.svg]

All matches run in one compiled call for each decision. Seat 0 learns; seat 1 takes any legal action. The curve shows
the share of matches that the learner wins in each round, a draw counting half.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tripolis.envs.gymnasium import VectorEnv

MATCHES = 128
STEP = 0.3


def chosen(chance: np.random.Generator, weights: np.ndarray, seen: np.ndarray, masks: np.ndarray) -> tuple:
    """An action for each row, drawn by its probability, and the probabilities."""
    scores = np.where(masks > 0, seen @ weights, -np.inf)
    shares = np.exp(scores - scores.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return (shares.cumsum(1) > chance.random((len(seen), 1))).argmax(1), shares


def learn(rounds: int, seed: int = 1) -> list[float]:
    """Play and learn; returns the share of wins of each round."""
    chance = np.random.default_rng(seed)
    table = VectorEnv("quadropolis", MATCHES, players=2, reward="points")
    bounds, n_actions = table.game.feature_bounds().astype(np.float32), table.masks.shape[1]
    weights = np.zeros((len(bounds) + 1, n_actions), np.float32)
    curve = []
    for _ in range(rounds):
        seen, info = table.reset(seed=int(chance.integers(2**31)))
        running, lead = np.ones(MATCHES, bool), np.zeros(MATCHES)
        steps = []
        while running.any():
            masks = seen["action_mask"]
            rows = np.hstack([seen["observation"] / bounds, np.ones((MATCHES, 1), np.float32)])
            mine = np.flatnonzero(info["actor"] == 0)
            actions = (masks * chance.random(masks.shape)).argmax(1)  # any legal action, each as likely
            actions[mine], shares = chosen(chance, weights, rows[mine], masks[mine])
            kept = running[mine]
            steps.append((rows[mine][kept], mine[kept], actions[mine][kept], shares[kept]))
            seen, _, ended, _, info = table.step(actions)
            for i in np.flatnonzero(ended & running):
                lead[i] = info["rewards"][i][0] - info["rewards"][i][1]
            running &= ~ended
        better = (lead - lead.mean()) / (lead.std() + 1e-6)  # how much better than usual each match went
        slope = np.zeros_like(weights)
        for rows, where, actions, shares in steps:
            shares = -shares
            shares[np.arange(len(actions)), actions] += 1
            slope += rows.T @ (shares * better[where, None].astype(np.float32))
        weights += STEP * slope / MATCHES
        curve.append(float((lead > 0).mean() + (lead == 0).mean() / 2))
    return curve


def drawn(curve: list[float]) -> str:
    """The curve as SVG."""
    width, height = 640, 320
    x = [40 + (width - 60) * i / max(1, len(curve) - 1) for i in range(len(curve))]
    line = " ".join(f"{a:.1f},{height - 40 - (height - 60) * share:.1f}" for a, share in zip(x, curve, strict=True))
    half = height - 40 - (height - 60) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
        f'<rect width="{width}" height="{height}" fill="white"/>'
        f'<path d="M40 {half}H{width - 20}" stroke="#bbb" stroke-dasharray="4 4"/>'
        f'<path d="M40 20V{height - 40}H{width - 20}" fill="none" stroke="#333"/>'
        f'<polyline points="{line}" fill="none" stroke="#0a6" stroke-width="2.5"/>'
        f'<text x="44" y="16">share of wins against random play</text><text x="4" y="26">100%</text>'
        f'<text x="8" y="{half + 4}">50%</text><text x="14" y="{height - 36}">0%</text>'
        f'<text x="{width - 20}" y="{height - 18}" text-anchor="end">{len(curve)} rounds of {MATCHES} matches</text></svg>\n'
    )


if __name__ == "__main__":
    found = learn(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    print(" ".join(f"{share:.2f}" for share in found))
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(drawn(found), encoding="utf-8")
