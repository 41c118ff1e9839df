"""Draws a terminal's screen, as pyte keeps it, as an SVG picture.

Box-drawing and block characters become shapes, because fonts leave gaps between them; the rest is text, stretched to its
cells. Colours are those that the program sent.
"""
from html import escape

CELL, LINE, SIZE, MARGIN = 9, 19, 15, 14
INK, PAPER = "d4d4d4", "1e1e1e"
NAMED = {
    "black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "e5e510", "blue": "2472c8", "magenta": "bc3fbc",
    "cyan": "11a8cd", "white": "e5e5e5", "brightblack": "666666", "brightred": "f14c4c", "brightgreen": "23d18b",
    "brightbrown": "f5f543", "brightblue": "3b8eea", "brightmagenta": "d670d6", "brightcyan": "29b8db",
    "brightwhite": "ffffff",
}
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

# Eighths of a cell (left, top, right, bottom).
BLOCKS = {"█": (0, 0, 8, 8), "▀": (0, 0, 8, 4), "▐": (4, 0, 8, 8), "▔": (0, 0, 8, 1), "▕": (7, 0, 8, 8)}
BLOCKS |= {c: (0, 8 - n, 8, 8) for n, c in enumerate("▁▂▃▄▅▆▇", 1)}
BLOCKS |= {c: (0, 0, n, 8) for n, c in enumerate("▏▎▍▌▋▊▉", 1)}
# Quadrants: upper left 1, upper right 2, lower left 4, lower right 8.
QUADRANTS = {"▘": 1, "▝": 2, "▖": 4, "▗": 8, "▚": 9, "▞": 6, "▛": 7, "▜": 11, "▙": 13, "▟": 14}
# Arms: up, right, down, left.
LINES = {
    "─": "rl", "│": "ud", "┌": "rd", "┐": "dl", "└": "ur", "┘": "ul", "├": "urd", "┤": "udl", "┬": "rdl", "┴": "url",
    "┼": "urdl", "╴": "l", "╵": "u", "╶": "r", "╷": "d",
}
HEAVY = {
    "━": "rl", "┃": "ud", "┏": "rd", "┓": "dl", "┗": "ur", "┛": "ul", "┣": "urd", "┫": "udl", "┳": "rdl", "┻": "url",
    "╋": "urdl", "╸": "l", "╹": "u", "╺": "r", "╻": "d",
}
ROUNDED = {"╭": "rd", "╮": "dl", "╰": "ur", "╯": "ul"}


def colours(cell):
    colour = lambda name, default: default if name == "default" else NAMED.get(name, name)
    ink, paper = colour(cell.fg, INK), colour(cell.bg, PAPER)
    return (paper, ink) if cell.reverse else (ink, paper)


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(x, y, right, bottom):
    return f"M{number(x)} {number(y)}H{number(right)}V{number(bottom)}H{number(x)}z"


def block_shape(character, x, y):
    if character in BLOCKS:
        boxes = [BLOCKS[character]]
    else:
        bits = QUADRANTS[character]
        boxes = [b for bit, b in ((1, (0, 0, 4, 4)), (2, (4, 0, 8, 4)), (4, (0, 4, 4, 8)), (8, (4, 4, 8, 8))) if bits & bit]
    return "".join(
        rectangle(x + l * CELL / 8, y + t * LINE / 8, x + r * CELL / 8, y + b * LINE / 8) for l, t, r, b in boxes)


def line_shape(character, x, y):
    cx, cy = x + CELL / 2, y + LINE / 2
    ends = {"u": (cx, y), "r": (x + CELL, cy), "d": (cx, y + LINE), "l": (x, cy)}
    arms = ROUNDED.get(character)
    if arms:
        vertical, horizontal = sorted(arms, key=lambda arm: arm in "rl")
        (vx, vy), (hx, hy) = ends[vertical], ends[horizontal]
        return f"M{number(vx)} {number(vy)}Q{number(cx)} {number(cy)} {number(hx)} {number(hy)}"
    arms = LINES.get(character) or HEAVY[character]
    if arms in ("rl", "ud"):
        (ax, ay), (bx, by) = ends[arms[1]], ends[arms[0]]
        return f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    return "".join(f"M{number(cx)} {number(cy)}L{number(ends[a][0])} {number(ends[a][1])}" for a in arms)


def svg(screen, title):
    """The picture as text. `title` is read out by screen readers."""
    width, height = screen.columns * CELL + 2 * MARGIN, screen.lines * LINE + 2 * MARGIN
    papers, blocks, lines, words = {}, {}, {}, []
    for row in range(screen.lines):
        y = MARGIN + row * LINE
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        column = 0
        while column < screen.columns:  # backgrounds, a run at a time
            paper, start = colours(cells[column])[1], column
            while column < screen.columns and colours(cells[column])[1] == paper:
                column += 1
            if paper != PAPER:
                papers.setdefault(paper, []).append(
                    rectangle(MARGIN + start * CELL, y, MARGIN + column * CELL, y + LINE))
        run = None
        for column, cell in enumerate(cells + [None]):
            character = cell.data if cell else ""
            x = MARGIN + column * CELL
            drawn = True
            if cell is None or not character.strip():
                drawn = False
            elif character in BLOCKS or character in QUADRANTS:
                blocks.setdefault(colours(cell)[0], []).append(block_shape(character, x, y))
                drawn = False
            elif character in LINES or character in ROUNDED or character in HEAVY:
                key = colours(cell)[0], 2.4 if character in HEAVY else 1.3
                lines.setdefault(key, []).append(line_shape(character, x, y))
                drawn = False
            style = (colours(cell)[0], cell.bold, cell.underscore, cell.italics) if cell else None
            plain = drawn and character.isascii()
            if run and (not plain or style != run["style"] or not run["plain"]):
                # A single space between two words of one style stays inside the run.
                if cell is not None and character == " " and run["plain"] and style == run["style"]:
                    run["text"] += " "
                    continue
                words.append(word(run, y))
                run = None
            if drawn:
                if run is None:
                    run = {"x": x, "text": "", "style": style, "plain": plain}
                run["text"] += character
    if not screen.cursor.hidden:
        x, y = MARGIN + screen.cursor.x * CELL, MARGIN + screen.cursor.y * LINE
        blocks.setdefault("ffffff", []).append(rectangle(x, y + LINE - 3, x + CELL, y + LINE - 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="#{PAPER}"/>',
    ]
    parts += [f'<path fill="#{c}" shape-rendering="crispEdges" d="{"".join(d)}"/>' for c, d in papers.items()]
    parts += [f'<path fill="#{c}" shape-rendering="crispEdges" d="{"".join(d)}"/>' for c, d in blocks.items()]
    parts += [f'<path fill="none" stroke="#{c}" stroke-width="{w}" d="{"".join(d)}"/>' for (c, w), d in lines.items()]
    parts += [f'<g font-family="{FONTS}" font-size="{SIZE}" xml:space="preserve">', *words, "</g>", "</svg>", ""]
    return "\n".join(parts)


def word(run, y):
    ink, bold, underline, italic = run["style"]
    text = run["text"].rstrip(" ")
    attributes = f'x="{run["x"]}" y="{number(y + LINE * 0.73)}" fill="#{ink}"'
    if run["plain"] and len(text) > 1:
        attributes += f' textLength="{len(text) * CELL}" lengthAdjust="spacingAndGlyphs"'
    attributes += ' font-weight="bold"' * bold + ' text-decoration="underline"' * underline + ' font-style="italic"' * italic
    return f"<text {attributes}>{escape(text, quote=False)}</text>"
