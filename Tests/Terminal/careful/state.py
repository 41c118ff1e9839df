"""What the client keeps from one run to the next, in a file that only its user may read."""
import json
import os
import pathlib


class State(dict):
    """Members: registration, tokens, cache, checked (the registration was looked at since the restart), not_before, dead, seed, stuck, began (the state of the latest request)."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        super().__init__(json.loads(self.path.read_text()) if self.path.exists() else {})

    def save(self):
        fresh = self.path.with_name(self.path.name + ".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self, file, indent=1)
        fresh.replace(self.path)

    def drop(self, *names):
        for name in names:
            self.pop(name, None)
        self.save()
