"""Trains a teacher: a residual convolutional network, which predicts games better than the engine's network and is far too slow for play.

It reads what `tengen-train positions` writes, one file for each size of the board, and writes a chance to win for each position, for
`tengen-train network --teacher`. README.md has the commands. It needs PyTorch and NumPy, and is of use on a GPU only.
"""

import argparse
import math
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

NO_MOVE = 65535


class Positions:
    """The positions of a file, on the device."""

    def __init__(self, path, device):
        header = np.fromfile(path, dtype="S8", count=1)
        if header.tolist() != [b"TENGENPO"]:
            raise SystemExit(f"{path}: expected a file of `tengen-train positions`, which begins with `TENGENPO`")
        self.lines, self.codes, self.total = np.fromfile(path, dtype="<u4", count=3, offset=8).tolist()
        area = self.lines * self.lines
        fields = [
            ("number", "<u4"), ("tables", "<f4"), ("searched", "<f4"), ("result", "<f4"), ("head", "u1"), ("side", "u1"),
            ("held_out", "u1"), ("last", "<u2"), ("before", "<u2"), ("stones", "u1", (area,)), ("codes", "<u2", (area, 2)),
        ]
        records = np.fromfile(path, dtype=np.dtype(fields), offset=20)

        def on_device(name, kind):
            return torch.from_numpy(np.ascontiguousarray(records[name]).astype(kind)).to(device)

        self.number = torch.from_numpy(records["number"].astype(np.int64))
        self.tables, self.searched, self.result = (on_device(name, np.float32) for name in ("tables", "searched", "result"))
        self.head, self.side = on_device("head", np.int64), on_device("side", np.int64)
        self.last, self.before = on_device("last", np.int64), on_device("before", np.int64)
        # Numbers of codes are less than 2¹⁵.
        self.stones, self.points = on_device("stones", np.uint8), on_device("codes", np.int16)
        held_out = on_device("held_out", np.bool_)
        self.training, self.held_out = (~held_out).nonzero()[:, 0], held_out.nonzero()[:, 0]
        # The permutations of the points by the eight symmetries, and the places to which they move a point.
        board = np.arange(area).reshape(self.lines, self.lines)
        views = [np.rot90(turned, turns).reshape(-1).copy() for turned in (board, board.T) for turns in range(4)]
        self.views = [torch.from_numpy(view).to(device) for view in views]
        self.moved = [torch.from_numpy(np.argsort(view)).to(device) for view in views]

    def target(self, result_share):
        return result_share * self.result + (1 - result_share) * self.searched

    def view(self, index, symmetry):
        """The inputs of some positions as one of the symmetries shows them."""
        points, moved = self.views[symmetry], self.moved[symmetry]

        def move(at):
            return torch.where(at == NO_MOVE, at, moved[at.clamp(max=len(points) - 1)])

        return (
            self.points[index][:, points].int(), self.stones[index][:, points], move(self.last[index]), move(self.before[index]),
            self.head[index], self.side[index], self.tables[index],
        )


class Block(nn.Module):
    """A residual block; what the mean and the maximum over the board say is added between its convolutions."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.board = nn.Linear(2 * channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = functional.relu(self.first_norm(self.first(x)))
        y = y + self.board(pooled(y))[:, :, None, None]
        return functional.relu(x + self.second_norm(self.second(y)))


def pooled(x):
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Teacher(nn.Module):
    HEADS = 8

    def __init__(self, codes, channels, blocks):
        super().__init__()
        self.own, self.other = nn.Embedding(codes, channels), nn.Embedding(codes, channels)
        for embedding in (self.own, self.other):
            nn.init.normal_(embedding.weight, std=0.1)
        self.stones = nn.Conv2d(6, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.hidden = nn.Linear(2 * channels + Teacher.HEADS + 1, 128)
        self.output = nn.Linear(128, 1)

    def forward(self, codes, stones, last, before, head, side, tables):
        count, area = stones.shape
        lines = math.isqrt(area)
        at = torch.arange(area, device=stones.device)
        everywhere = torch.ones_like(stones, dtype=torch.bool)
        planes = [stones == 1, stones == 2, at == last[:, None], at == before[:, None], everywhere, everywhere & (side[:, None] == 1)]
        planes = torch.stack(planes, 1).float().view(count, 6, lines, lines)
        points = (self.own(codes[..., 0]) + self.other(codes[..., 1])).transpose(1, 2).reshape(count, self.own.embedding_dim, lines, lines)
        layout = {"memory_format": torch.channels_last}
        x = functional.relu(self.norm(self.stones(planes.contiguous(**layout)) + points.contiguous(**layout)))
        for block in self.blocks:
            x = block(x)
        head = functional.one_hot(head, Teacher.HEADS).float()
        hidden = functional.relu(self.hidden(torch.cat([pooled(x), head, tables.clamp(-3, 3)[:, None]], 1)))
        return tables + self.output(hidden)[:, 0].float()


def loss_of(logits, target):
    return functional.binary_cross_entropy_with_logits(logits.float(), target)


class Training:
    def __init__(self, options):
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        self.files = [Positions(path, self.device) for path in options.positions]
        if len({(file.codes, file.total) for file in self.files}) != 1:
            raise SystemExit("expected files of the same games")
        for path, file in zip(options.positions, self.files):
            print(f"{path}: {len(file.training)} positions, {len(file.held_out)} held out, {file.lines} lines", flush=True)
        if not any(len(file.training) for file in self.files):
            raise SystemExit("expected positions to train with, found none")
        model = Teacher(self.files[0].codes, options.channels, options.blocks)
        self.model = model.to(self.device, memory_format=torch.channels_last)

    def logits(self, file, index, symmetry):
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            return self.model(*file.view(index, symmetry))

    def batches(self):
        """The positions of all files in a random order; a batch is of one file."""
        batches = []
        for file in self.files:
            order = file.training[torch.randperm(len(file.training), device=self.device)]
            batches += [(file, index) for index in order.split(self.options.batch)]
        return [batches[place] for place in torch.randperm(len(batches)).tolist()]

    def run(self):
        options, begin, seen = self.options, time.time(), 0
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=options.rate, weight_decay=0.02)
        targets = {file: file.target(options.result_share) for file in self.files}
        part = 0
        while part < 1:
            total = count = 0
            for file, index in self.batches():
                part = (time.time() - begin) / options.seconds
                if part >= 1:
                    break
                # The rate rises over the first positions, and then falls almost to zero by half a cosine.
                rise = min(1, seen / 400_000 + 0.02)
                for group in optimizer.param_groups:
                    group["lr"] = options.rate * rise * max(0.005, 0.5 + 0.5 * math.cos(math.pi * part))
                loss = loss_of(self.logits(file, index, int(torch.randint(8, (1,)))), targets[file][index])
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                total, count, seen = total + loss.detach() * len(index), count + len(index), seen + len(index)
            held_out, of_results = self.held_out(targets)
            print(
                f"{seen} positions: training {float(total) / max(count, 1):.5f}, held out {held_out:.5f}, of results alone "
                f"{of_results:.5f}; {time.time() - begin:.0f} s",
                flush=True,
            )

    @torch.no_grad()
    def predict(self, file, index, views):
        self.model.eval()
        parts = [sum(self.logits(file, part, 3 * view % 8) for view in range(views)) / views for part in index.split(8192)]
        self.model.train()
        return torch.cat(parts) if parts else torch.zeros(0, device=self.device)

    def held_out(self, targets):
        losses = torch.zeros(2)
        for file in self.files:
            logits = self.predict(file, file.held_out, 1)
            if len(logits):
                both = targets[file][file.held_out], file.result[file.held_out]
                losses += torch.tensor([loss_of(logits, target).item() * len(logits) for target in both])
        return (losses / max(1, sum(len(file.held_out) for file in self.files))).tolist()

    def write(self, path):
        """Chances of all positions of the games; not a number for those on boards of other sizes."""
        chances = np.full(self.files[0].total, np.nan, dtype="<f4")
        for file in self.files:
            everything = torch.arange(len(file.number), device=self.device)
            chances[file.number.numpy()] = torch.sigmoid(self.predict(file, everything, 2).float()).cpu().numpy()
        chances.tofile(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+", help="files of `tengen-train positions`")
    parser.add_argument("--out", required=True, help="the file to write")
    parser.add_argument("--seconds", type=float, default=300, help="how long to train")
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--batch", type=int, default=4096, help="positions for a step")
    parser.add_argument("--rate", type=float, default=0.002, help="the greatest learning rate")
    parser.add_argument("--result-share", type=float, default=0.3, help="the share of a game's result in what is predicted")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    training = Training(options)
    training.run()
    training.write(options.out)


if __name__ == "__main__":
    main()
