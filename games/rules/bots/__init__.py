"""Computer players: each chooses a card from what its seat sees, and nothing else."""

from games.rules.bots.levels import Level, choose

__all__ = ["Level", "choose"]
