"""Reads asciicast v2 recordings by the format's rules, and shows their screens as a terminal would.

https://docs.asciinema.org/manual/asciicast/v2/
"""
import json
import math

from session import Screen, Stream


class Recording:
    def __init__(self, path):
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines[-1] == "", "the last line has its line feed"
        self.header = json.loads(lines[0])
        self.events = [json.loads(line) for line in lines[1:-1]]
        self.check()

    def check(self):
        assert self.header["version"] == 2
        assert all(isinstance(self.header[side], int) and self.header[side] > 0 for side in ("width", "height"))
        assert isinstance(self.header["timestamp"], int)
        latest = 0.0
        for event in self.events:
            time, kind, data = event
            assert isinstance(time, (int, float)) and math.isfinite(time) and time >= latest, event
            assert kind in ("o", "r", "m"), event
            assert isinstance(data, str)
            if kind == "r":
                assert all(int(side) > 0 for side in data.split("x")) and data.count("x") == 1, event
            latest = time

    @property
    def output(self):
        return "".join(data for _, kind, data in self.events if kind == "o")

    def screens(self):
        """The text of the screen after each event."""
        screen = Screen(self.header["width"], self.header["height"])
        stream = Stream(screen)
        for _, kind, data in self.events:
            if kind == "o":
                stream.feed(data.encode())
            elif kind == "r":
                columns, rows = map(int, data.split("x"))
                screen.resize(rows, columns)
            yield screen.text()
