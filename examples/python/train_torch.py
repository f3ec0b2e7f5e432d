"""The policy of train.py as a small network in PyTorch; train.py uses it if PyTorch is there."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from train import DECISIONS, ENTROPY, KINDS, SEEN, Batch, Choices, Numbers

from gauntlet import encoding

WIDTH = 64


class Network:
    """Two small networks: one scores slots by their numbers and by what is asked and what kind of answer it is, the other tells what positions are worth."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.asked = nn.Embedding(DECISIONS * KINDS, WIDTH)
        self.features = nn.Linear(encoding.ACTION, WIDTH)
        self.score = nn.Linear(WIDTH, 1)
        self.critic = nn.Sequential(nn.Linear(SEEN, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 1), nn.Tanh())
        # At first all choices are alike.
        for layer in (self.score, self.critic[2]):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        layers = (self.asked, self.features, self.score, self.critic)
        self.optimizer = torch.optim.Adam([weights for layer in layers for weights in layer.parameters()], lr=0.01)

    def _scores(self, choices: Choices) -> Tensor:
        hidden = self.features(torch.from_numpy(choices.features)) + self.asked(torch.from_numpy(choices.table))
        return self.score(torch.tanh(hidden))[:, 0]

    def scores(self, choices: Choices) -> Numbers:
        with torch.no_grad():
            return self._scores(choices).numpy()

    def worth(self, seen: Numbers) -> Numbers:
        with torch.no_grad():
            return self.critic(torch.from_numpy(seen))[:, 0].numpy()

    def learn(self, batch: Batch) -> None:
        advantages = torch.from_numpy(batch.advantages.astype(np.float32))
        environments = advantages.shape[1]
        gain = torch.zeros(())
        for (choices, drawn, _), advantage in zip(batch.steps, advantages, strict=True):
            scores, whose = self._scores(choices), torch.from_numpy(choices.environment)
            most = torch.full((environments,), -torch.inf).scatter_reduce(0, whose, scores.detach(), "amax")
            sums = torch.zeros(environments).index_add(0, whose, torch.exp(scores - most[whose]))
            logs = scores - most[whose] - torch.log(sums)[whose]
            entropy = -(torch.exp(logs) * logs).sum()
            gain = gain + (logs[torch.from_numpy(drawn)] * advantage).sum() + ENTROPY * entropy
        values = self.critic(torch.from_numpy(np.concatenate(batch.seen)))[:, 0]
        wrong = (values - torch.from_numpy(batch.targets.ravel().astype(np.float32))).square().mean()
        self.optimizer.zero_grad()
        (0.5 * wrong - gain / advantages.numel()).backward()
        self.optimizer.step()
