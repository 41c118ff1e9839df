"""A terminal emulator's screen: pyte's, with the alternate screen that pyte lacks."""

import copy

import pyte
import wcwidth

# pyte stores private modes shifted by five bits.
ALTERNATE_SCREEN = 1049
CURSOR_SHOWN = 25
MOUSE = (1000, 1002, 1003, 1006)
BRACKETED_PASTE = 2004


class Screen(pyte.Screen):
    def __init__(self, columns, rows):
        self._main = None
        self._rows = []
        super().__init__(columns, rows)

    @property
    def display(self):
        """pyte's display, but only changed rows are read again: a waiting test looks ten times a second."""
        if len(self._rows) != self.lines:
            self._rows = [""] * self.lines
            self.dirty.update(range(self.lines))
        # A combining character at the beginning of a row belongs to the end of the row above.
        for y in {y - above for y in self.dirty for above in (0, 1) if 0 <= y - above < self.lines}:
            self._rows[y] = "".join(self._characters(self.buffer[y]))
        self.dirty.clear()
        return list(self._rows)

    def _characters(self, row):
        x = 0
        while x < self.columns:
            character = row[x].data
            yield character
            x += 2 if wcwidth.wcwidth(character[:1]) == 2 else 1

    def has_mode(self, number):
        return (number << 5) in self.mode

    def set_mode(self, *modes, **options):
        if options.get("private") and ALTERNATE_SCREEN in modes and self._main is None:
            self._main = (copy.deepcopy(self.buffer), copy.copy(self.cursor))
            super().erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        if options.get("private") and ALTERNATE_SCREEN in modes and self._main is not None:
            buffer, cursor = self._main
            self._main = None
            self.buffer.clear()
            self.buffer.update(buffer)
            self.cursor.x, self.cursor.y = cursor.x, cursor.y
            self.dirty.update(range(self.lines))

    def text(self):
        """Rows without the spaces at their ends, joined by line feeds."""
        return "\n".join(row.rstrip() for row in self.display)
