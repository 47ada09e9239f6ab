"""Draw the deck: every shape of the Italian-Spanish faces is made here, by hand, from numbers.

Run `python static/cards/draw.py` and commit what it writes: deck.svg (index letters J N K),
deck-it.svg (F C R), deck-es.svg (S C R). Each is one sprite with a symbol a face, `#card-3c`,
and `#card-back`, so that loading never tells which card is needed. Units: a card is 100 x 164.
"""

# A drawn line is data (it reads no better when broken), its numbers have no names, and what a
# function draws is its name.
# ruff: noqa: E501, INP001, PLR2004, PLR0913, PLR0917

from collections.abc import Iterable
from math import cos, radians, sin
from pathlib import Path

INK = "#2a1d14"
CREAM = "#fffaf0"
GOLD = "#e8ae26"
AMBER = "#b97a0c"
RED = "#c4312b"
WINE = "#8c1f24"
BLUE = "#2c63a6"
NAVY = "#1f3f73"
SKY = "#9cc3e6"
STEEL = "#dfe9f2"
GREEN = "#3e8148"
MOSS = "#24552f"
BARK = "#96642f"
UMBER = "#5e3a1a"
SKIN = "#f3cda4"
BLUSH = "#e39b78"
WHITE = "#ffffff"

SUITS = "cpsb"
RANKS = "A23456789JNK"
LETTERS = {
    "": {},
    "-it": {"J": "F", "N": "C", "K": "R"},
    "-es": {"J": "S", "N": "C", "K": "R"},
}


def shape(d: str, fill: str = "none", line: str = INK, width: float = 1.2, more: str = "") -> str:
    """One path; `line` "" leaves the outline away."""
    stroke = f' stroke="{line}" stroke-width="{width}"' if line else ""
    return f'<path d="{d}" fill="{fill}"{stroke}{more}/>'


def disc(x: float, y: float, r: float, fill: str, line: str = INK, width: float = 1.2) -> str:
    """One circle."""
    stroke = f' stroke="{line}" stroke-width="{width}"' if line else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{stroke}/>'


def oval(
    x: float, y: float, rx: float, ry: float, fill: str, line: str = INK, turn: float = 0
) -> str:
    """One ellipse, turned about its middle."""
    stroke = f' stroke="{line}" stroke-width="1"' if line else ""
    spin = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{stroke}{spin}/>'


def line(d: str, colour: str = INK, width: float = 1) -> str:
    """A stroke without a fill."""
    return shape(d, "none", colour, width)


def put(
    content: str,
    x: float = 0,
    y: float = 0,
    size: float = 1,
    turn: float = 0,
    *,
    flip: bool = False,
) -> str:
    """Content moved, scaled, turned and perhaps mirrored."""
    parts = [f"translate({x:g} {y:g})"] if x or y else []
    if turn:
        parts.append(f"rotate({turn:g})")
    if flip:
        parts.append(f"scale({-size:g} {size:g})")
    elif size != 1:
        parts.append(f"scale({size:g})")
    return f'<g transform="{" ".join(parts)}">{content}</g>'


def pip(suit: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
    """A suit's sign from the shared definitions."""
    spin = f" rotate({turn:g})" if turn else ""
    return f'<use href="#pip-{suit}" transform="translate({x:g} {y:g}){spin} scale({size:g})"/>'


def ring(count: int, x: float, y: float, radius: float, content: str, start: float = 0) -> str:
    """Content repeated around a point, its top outward."""
    return "".join(
        f'<g transform="translate({x:g} {y:g}) rotate({start + 360 * n / count:g}) translate(0 {-radius:g})">{content}</g>'
        for n in range(count)
    )


# The four signs, about 24 high, their middle at 0 0.


def coin() -> str:
    """A gold sun with a red and blue rosette."""
    petal = shape(
        "M0 4.600C-2.600 2 -2.200 -2.800 0 -4C2.200 -2.800 2.600 2 0 4.600Z", RED, INK, 0.6
    )
    leaf = shape("M0 4C-1.500 1.500 -1.400 -2 0 -3.400C1.400 -2 1.500 1.500 0 4Z", BLUE, "", 0)
    return (
        disc(0, 0, 12, GOLD, INK, 1.3)
        + disc(0, 0, 10.2, "#f8d77b", AMBER, 0.8)
        + ring(6, 0, 0, 5, leaf, 30)
        + ring(6, 0, 0, 4.800, petal)
        + disc(0, 0, 2.4, GOLD, INK, 0.8)
    )


def cup() -> str:
    """A red chalice with a gold rim, knob and foot."""
    return (
        shape(
            "M-7.500 13.500C-6.500 9.800 -2.800 9.600 -2 6.500H2C2.800 9.600 6.500 9.800 7.500 13.500Z",
            GOLD,
        )
        + shape(
            "M-9.300 -11C-9.300 -2.500 -6 2.300 -1.800 3.600H1.800C6 2.300 9.300 -2.500 9.300 -11Z",
            RED,
        )
        + shape(
            "M-9 -8.200C-8.800 -6.800 -8.500 -5.600 -8.100 -4.500H8.100C8.500 -5.600 8.800 -6.800 9 -8.200Z",
            GOLD,
            INK,
            0.7,
        )
        + shape(
            "M-5.500 -3.800C-4.800 -1.200 -3.600 0.600 -2 1.600C-2.800 -0.300 -3.200 -2 -3.300 -3.800Z",
            "#f0867a",
            "",
            0,
        )
        + oval(0, -11.5, 9.3, 2.6, GOLD)
        + oval(0, -11.5, 6.8, 1.400, WINE, "")
        + oval(0, 5.2, 4.3, 2.1, BLUE)
    )


def sword() -> str:
    """A straight blue blade under a gold guard and a red grip."""
    return (
        shape("M0 -18.500L3.300 -13.500V5H-3.300V-13.500Z", SKY)
        + shape("M0 -17V5H2.700V-13.300Z", BLUE, "", 0)
        + shape("M-2 8.500H2V14H-2Z", RED)
        + line("M-2 10.300H2M-2 12.200H2", GOLD, 0.8)
        + shape(
            "M-8.500 4.200C-6 6 6 6 8.500 4.200C9.600 6.800 8.500 8.800 6.800 8.200C3 7.400 -3 7.400 -6.800 8.200C-8.500 8.800 -9.600 6.800 -8.500 4.200Z",
            GOLD,
        )
        + disc(0, 15.7, 2.5, GOLD)
    )


def club() -> str:
    """A knotty green cudgel, its branches lopped, red at the ends."""
    return (
        shape("M-5.200 -2.500L-9.200 -6.500L-7.200 -9.200L-4 -6.200Z", BARK)
        + shape("M4.600 3.500L8.300 0.300L6.800 -2.400L3.800 -0.800Z", BARK)
        + shape(
            "M-2.400 17C-2.600 10 -4.600 6 -4.800 1C-5 -2.500 -6.200 -5 -5.800 -9.500"
            "C-5.600 -14.500 -3.500 -17.500 0 -17.500C3.700 -17.500 5.800 -14.500 5.700 -10"
            "C5.600 -6 4.400 -3.500 4.600 0.500C4.800 5 2.800 10 2.400 17Z",
            GREEN,
        )
        + shape(
            "M-3.500 -12C-4 -6 -2.600 -2 -2.700 4C-2 -1 -1.600 -6 -1.500 -12Z", "#8fbf72", "", 0
        )
        + shape("M-2.600 12.500L-2.400 17H2.400L2.600 12.500Z", RED, INK, 0.9)
        + oval(0, -15.400, 3.4, 1.700, "#e9c48a")
        + oval(-8.200, -7.900, 1.7, 1.300, "#e9c48a", INK, 40)
        + oval(1.6, -5, 1.6, 2.1, MOSS, "")
        + oval(-1.2, 6.5, 1.2, 1.700, MOSS, "")
        + oval(7.600, -1.100, 1.500, 1.200, "#e9c48a", INK, -35)
    )


SIGNS = {"c": coin, "p": cup, "s": sword, "b": club}

LEFT, RIGHT = 30.5, 69.5
PLACES: dict[str, tuple[float, list[tuple[float, float]]]] = {
    "2": (1.55, [(50, 48), (50, 116)]),
    "3": (1.3, [(50, 38), (50, 82), (50, 126)]),
    "4": (1.4, [(LEFT, 50), (RIGHT, 50), (LEFT, 114), (RIGHT, 114)]),
    "5": (1.15, [(LEFT, 42), (RIGHT, 42), (50, 82), (LEFT, 122), (RIGHT, 122)]),
    "6": (1.1, [(x, y) for y in (38, 82, 126) for x in (LEFT, RIGHT)]),
    "7": (1.0, [(x, y) for y in (40, 82, 124) for x in (28, 72)] + [(50, 61)]),
    "8": (0.88, [(x, y) for y in (33, 65.7, 98.3, 131) for x in (LEFT, RIGHT)]),
    "9": (0.88, [(x, y) for y in (46, 82, 118) for x in (26, 50, 74)]),
}
LONG = {
    "2": (1.75, [(50, 46), (50, 118)]),
    "3": (2.0, [(30, 88), (50, 76), (70, 88)]),
    "4": (1.55, [(LEFT, 50), (RIGHT, 50), (LEFT, 114), (RIGHT, 114)]),
    "5": (1.3, [(LEFT, 45), (RIGHT, 45), (50, 82), (LEFT, 119), (RIGHT, 119)]),
    "6": (1.13, [(x, y) for y in (37, 82, 127) for x in (LEFT, RIGHT)]),
    "7": (1.1, [(x, y) for y in (37, 82, 127) for x in (30, 70)] + [(50, 60)]),
}


def mask() -> str:
    """The moustached face that looks out of the three of clubs."""
    return (
        shape(
            "M33 70C30 54 40 47 50 47C60 47 70 54 67 70C69 86 60 101 50 101C40 101 31 86 33 70Z",
            GOLD,
            INK,
            1.5,
        )
        + shape(
            "M33 66C31 50 42 46 50 46C58 46 69 50 67 66C63 58 57 56 50 56C43 56 37 58 33 66Z",
            RED,
            INK,
            1.2,
        )
        + shape(
            "M37 68C40 64 45 64 47 68C44 71 40 71 37 68ZM63 68C60 64 55 64 53 68C56 71 60 71 63 68Z",
            WHITE,
            INK,
            1,
        )
        + disc(42.4, 68, 1.8, INK, "")
        + disc(57.6, 68, 1.8, INK, "")
        + line("M36 64C39 60 44 60 47.500 64M64 64C61 60 56 60 52.500 64", INK, 1.800)
        + shape("M48 68L45.500 79C48 81.500 52 81.500 54.500 79L52 68", "#f3c456", INK, 1)
        + shape(
            "M50 83C44 78 37 80 31 87C38 89 45 90 50 86C55 90 62 89 69 87C63 80 56 78 50 83Z",
            UMBER,
            INK,
            1,
        )
        + shape("M44 91C48 93 52 93 56 91C55 96 45 96 44 91Z", WINE, INK, 0.8)
    )


def spots(suit: str, rank: str) -> str:
    """The number cards."""
    if suit == "b" and rank == "3":
        sides = [(27, 92), (73, 92), (50, 78)]
        return "".join(pip("b", x, y, 2.1) for x, y in sides) + put(mask(), 11, 18, 0.78)
    size, places = (LONG if suit in "sb" and rank in LONG else PLACES)[rank]
    return "".join(pip(suit, x, y, size) for x, y in places)


# The aces.


def crown(x: float, y: float, size: float = 1) -> str:
    """A king's crown, 20 wide, its lower rim at y."""
    return put(
        shape("M-8 -3C-8 -9 8 -9 8 -3Z", RED, INK, 0.9)
        + shape(
            "M-9 0L-10.500 -9L-5.500 -4.500L0 -11.500L5.500 -4.500L10.500 -9L9 0Z", GOLD, INK, 1.1
        )
        + shape("M-9 -1.500H9V1.800H-9Z", GOLD, INK, 1)
        + disc(-10.5, -9.300, 1.500, RED, INK, 0.7)
        + disc(0, -12, 1.700, BLUE, INK, 0.7)
        + disc(10.5, -9.300, 1.500, RED, INK, 0.7)
        + disc(-4.500, 0.2, 1, BLUE, "")
        + disc(0, 0.2, 1.1, RED, "")
        + disc(4.5, 0.2, 1, BLUE, ""),
        x,
        y,
        size,
    )


def ace_of_coins() -> str:
    """A crowned eagle with two heads, the great coin on its breast."""
    long_feather = shape("M0 4C-5 -6 -4.600 -26 0 -33C4.600 -26 5 -6 0 4Z", "#3d3130")
    short_feather = shape("M0 4C-4 -2 -3.800 -15 0 -20C3.800 -15 4 -2 0 4Z", GOLD)
    wing = "".join(
        put(long_feather, 45, 82, 1.22 - abs(a + 72) / 400, a)
        for a in (-126, -106, -87, -68, -49, -31)
    )
    wing += "".join(put(short_feather, 42, 82, 1.25, a) for a in (-116, -96, -77, -58, -40))
    neck = (
        shape(
            "M45 64C46 54 43 50 36 49C31 48 29 43 33 39C38 35 47 38 49 46C50 52 51 58 51 66Z",
            "#3d3130",
        )
        + shape("M33.500 40C28 39 24.500 42 23.500 47C27 45 29.500 46 32 48.500Z", GOLD)
        + disc(37, 43, 1.500, CREAM, "")
        + disc(37, 43, 0.8, INK, "")
        + line("M39 49C43 51 45 55 45.500 60", GOLD, 1)
    )
    leg = shape(
        "M43 103L34 118L26 119L33 122L28 128L36 124.500L38 130L41 122L49 106Z", GOLD, INK, 1
    )
    tail = "".join(put(long_feather, 50, 104, 1.1, a) for a in (155, 205, 180))
    half = wing + neck + leg
    medal = shape("M0 2.800C-2.300 1 -2 -3.800 0 -5C2 -3.800 2.300 1 0 2.800Z", BLUE, INK, 0.6)
    petal = shape("M0 6C-4.200 1 -3.400 -5.500 0 -7.500C3.400 -5.500 4.200 1 0 6Z", RED, INK, 0.8)
    return (
        tail
        + half
        + put(half, 100, 0, 1, flip=True)
        + disc(50, 84, 23.5, GOLD, INK, 1.600)
        + disc(50, 84, 20.500, "#f8d77b", AMBER, 1)
        + ring(24, 50, 84, 22, disc(0, 0, 0.9, UMBER, ""))
        + ring(8, 50, 84, 15, medal, 22.5)
        + ring(8, 50, 84, 10.500, petal)
        + disc(50, 84, 5, GOLD, INK, 1)
        + shape(
            "M46.500 84C47.500 86.500 52.500 86.500 53.500 84M47.500 82.200H48.500M51.500 82.200H52.500",
            "none",
            INK,
            0.9,
        )
        + crown(50, 36, 1.15)
    )


def ace_of_cups() -> str:
    """A great covered cup with two handles."""
    handle = shape(
        "M27 66C12 60 9 82 22 90C27 93 33 95 37 97L38.500 92C30 90 22 86 21 79C20 72 24 70 29 73Z",
        GOLD,
        INK,
        1.400,
    ) + disc(24, 64.500, 3, RED)
    gadroon = "".join(
        shape(
            f"M{x - 4:g} 88C{x - 4:g} 97 {50 + (x - 50) * 0.62:g} 103 {50 + (x - 50) * 0.4:g} 105"
            f"C{50 + (x - 50) * 0.75 + 3:g} 100 {x + 4:g} 96 {x + 4:g} 88Z",
            fill,
            INK,
            0.9,
        )
        for x, fill in ((30, BLUE), (38, GOLD), (46, BLUE), (54, BLUE), (62, GOLD), (70, BLUE))
    )
    return (
        shape("M27 146C29 138 44 138 45 126H55C56 138 71 138 73 146Z", GOLD, INK, 1.500)
        + shape("M23 146H77V151.500H23Z", RED, INK, 1.400)
        + line("M36 141.500H64", RED, 1.800)
        + handle
        + put(handle, 100, 0, 1, flip=True)
        + shape("M25 60H75C77 88 67 105 55 110H45C33 105 23 88 25 60Z", RED, INK, 1.600)
        + gadroon
        + shape(
            "M24.800 68H75.200C75.400 74 75 80 73.800 85.500H26.200C25 80 24.600 74 24.800 68Z",
            "#f8d77b",
            INK,
            1,
        )
        + "".join(pip("c", x, 76.700, 0.58) for x in (33, 50, 67))
        + disc(41.500, 76.700, 1.800, BLUE)
        + disc(58.500, 76.700, 1.800, BLUE)
        + oval(50, 112.500, 8, 4, GOLD)
        + oval(50, 119.500, 11, 5, BLUE)
        + oval(50, 126, 7, 3, GOLD)
        + shape("M29 57C29 40 40 36 50 36C60 36 71 40 71 57Z", RED, INK, 1.500)
        + shape("M37 56C37 45 43 40 48 38C45 44 44 50 44 56Z", "#f0867a", "", 0)
        + shape("M56 37.500C60 43 61.500 50 61.500 57H66C66 47 62 40 56 37.500Z", GOLD, INK, 0.9)
        + shape("M22 55.500H78V62.500H22Z", GOLD, INK, 1.400)
        + "".join(
            disc(x, 59, 1.700, RED if n % 2 else BLUE, "") for n, x in enumerate(range(28, 76, 6))
        )
        + oval(50, 34, 7, 3, GOLD)
        + shape("M50 14C57 20 57 28 50 32C43 28 43 20 50 14Z", BLUE, INK, 1.200)
        + line("M50 17V30", SKY, 1.200)
    )


def laurel() -> str:
    """The left half of a wreath that opens upward around 50 88."""
    leaf = shape("M0 0C-5.500 -3 -5.500 -12 0 -16C5.500 -12 5.500 -3 0 0Z", GREEN, INK, 0.9) + line(
        "M0 -2V-12", "#9ccf86", 0.8
    )
    pale = shape("M0 0C-4.500 -3 -4.500 -10 0 -13C4.500 -10 4.500 -3 0 0Z", "#6fae5a", INK, 0.9)
    parts = []
    for angle in range(100, 236, 22):
        x, y = 50 + 25 * cos(radians(angle)), 84 + 25 * sin(radians(angle))
        parts.append(put(pale, x, y, 1, angle + 150) + put(leaf, x, y, 1, angle + 205))
    return line("M46 109C26 106 20 84 31 66", MOSS, 2) + "".join(parts)


def ace_of_swords() -> str:
    """A great sword through a crown and a laurel, a ribbon about the blade."""
    branch = laurel()
    return (
        shape("M50 12L58 24V112H42V24Z", SKY, INK, 1.600)
        + shape("M50 15V112H56.800V24.500Z", BLUE, "", 0)
        + line("M50 22V108", NAVY, 1)
        + branch
        + put(branch, 100, 0, 1, flip=True)
        + shape("M34 62C44 58 56 68 67 60L69 69C58 77 44 67 33 72Z", RED, INK, 1.200)
        + shape(
            "M34 62C30 66 30 76 36 82C40 78 39 73 33 72ZM67 60C73 62 76 70 72 78C67 77 66 73 69 69Z",
            WINE,
            INK,
            1,
        )
        + shape("M45 118H55V140H45Z", RED, INK, 1.300)
        + line("M45 123H55M45 128H55M45 133H55M45 138H55", GOLD, 1.400)
        + shape(
            "M22 106C34 112 66 112 78 106C83 110 82 118 77 120C66 116 34 116 23 120C18 118 17 110 22 106Z",
            GOLD,
            INK,
            1.500,
        )
        + disc(22, 113, 4, RED)
        + disc(78, 113, 4, RED)
        + pip("c", 50, 113, 0.5)
        + disc(50, 146, 6.500, GOLD, INK, 1.500)
        + disc(50, 146, 2.600, BLUE, INK, 0.9)
        + crown(50, 45, 1.500)
    )


def ace_of_clubs() -> str:
    """A great cudgel that still bears leaves."""
    leaf = shape("M0 0C-7 -5 -6 -15 0 -20C6 -15 7 -5 0 0Z", "#6fae5a", INK, 1.100) + line(
        "M0 -2V-16", MOSS, 1
    )
    dark = shape("M0 0C-7 -5 -6 -15 0 -20C6 -15 7 -5 0 0Z", GREEN, INK, 1.100) + line(
        "M0 -2V-16", "#9ccf86", 1
    )
    stub = shape("M0 6L-13 -4L-10 -11L3 -4Z", BARK, INK, 1.300) + oval(
        -11.800, -7.500, 3, 4, "#e9c48a", INK, -32
    )
    return (
        put(leaf, 34, 66, 1.1, -70)
        + put(dark, 34, 70, 1, -115)
        + put(dark, 33, 62, 0.95, -25)
        + put(leaf, 67, 92, 1.1, 70)
        + put(dark, 67, 96, 1, 115)
        + put(dark, 68, 88, 0.95, 25)
        + put(leaf, 60, 30, 0.9, 62)
        + put(dark, 40, 30, 0.9, -62)
        + put(stub, 40, 66, 0.8)
        + put(put(stub, 0, 0, 0.8), 60, 94, 1, flip=True)
        + put(put(stub, 0, 0, 0.7), 62, 52, 1, flip=True)
        + put(stub, 42, 106, 0.62)
        + shape(
            "M43 150C43 132 37 120 37 104C37 92 32 78 32 60C31 36 37 21 50 20C63 21 69 36 68 58"
            "C67 78 63 92 63 104C63 122 57 132 57 150Z",
            GREEN,
            INK,
            1.700,
        )
        + shape(
            "M38 40C37 62 42 80 42 104C43 112 45 122 46 132C47 118 46 98 45 84C44 68 43 52 45 36Z",
            "#8fbf72",
            "",
            0,
        )
        + shape(
            "M62 44C62 64 58 84 57 104C56 116 54 128 54 138C57 128 60 116 60 104C61 90 65 74 65 58Z",
            MOSS,
            "",
            0,
        )
        + oval(50, 27, 11.5, 5.5, "#e9c48a", INK)
        + oval(50, 27, 7, 3, "none", BARK)
        + oval(50, 27, 3, 1.300, "none", BARK)
        + oval(53, 74, 4, 5.5, UMBER, INK)
        + oval(53, 74, 1.800, 2.800, BARK, "")
        + oval(48, 112, 3, 4.200, UMBER, INK)
        + shape(
            "M40.500 128C46 131 54 131 59.500 128L58.500 136C53 138.500 47 138.500 41.700 136Z",
            RED,
            INK,
            1.200,
        )
        + shape(
            "M41.800 136C36 138 32 144 33 151C37 149 40 149 43 151C42 146 43 141 46 138ZM58.200 136C64 138 68 144 67 151C63 149 60 149 57 151C58 146 57 141 54 138Z",
            RED,
            INK,
            1.200,
        )
        + disc(50, 133, 4, GOLD)
    )


ACES = {"c": ace_of_coins, "p": ace_of_cups, "s": ace_of_swords, "b": ace_of_clubs}

# The figures. A suit has its cloth: main, second, trim, hair, horse, mane.
CLOTH = {
    "c": (RED, BLUE, GOLD, UMBER, "#f2ead9", "#c9a566"),
    "p": (BLUE, RED, GOLD, "#b7742c", "#b5713a", UMBER),
    "s": ("#6b3f88", GREEN, GOLD, INK, "#6b625c", "#2b2422"),
    "b": (GREEN, RED, GOLD, "#7d4a20", "#d9b98a", "#8a5a2a"),
}


def face(x: float, y: float, hair: str, *, beard: bool = False, long_hair: bool = True) -> str:
    """A head seen from the front, 20 high, its middle at x y."""
    parts = []
    if long_hair:
        parts.append(shape("M-10.500 -4C-12 6 -11 11 -8 13H8C11 11 12 6 10.500 -4Z", hair))
    parts.append(
        shape("M-8.300 -5C-9 4 -5.500 11 0 11C5.500 11 9 4 8.300 -5C7 -11 -7 -11 -8.300 -5Z", SKIN)
    )
    parts.append(disc(-5, 3.4, 1.700, BLUSH, "") + disc(5, 3.4, 1.700, BLUSH, ""))
    if beard:
        parts.append(
            shape(
                "M-8.800 1C-9.500 10 -6 18 0 21C6 18 9.500 10 8.800 1C7 5 4.500 5.200 3 4.200C1 3.200 -1 3.200 -3 4.200C-4.500 5.200 -7 5 -8.800 1Z",
                hair,
            )
        )
        parts.append(shape("M-2.200 6.800C-0.800 8 0.800 8 2.200 6.800Z", RED, "", 0))
    else:
        parts.append(line("M-2.200 6.600C-0.800 7.900 0.800 7.900 2.200 6.600", WINE, 1.300))
    parts.append(disc(-3.5, -1.200, 1.200, INK, "") + disc(3.5, -1.200, 1.200, INK, ""))
    parts.append(
        line(
            "M-5.500 -3.800C-4.500 -4.800 -2.800 -4.800 -1.800 -3.900M5.500 -3.800C4.500 -4.800 2.800 -4.800 1.800 -3.900",
            INK,
            0.9,
        )
    )
    parts.append(line("M0 -1L-1.100 3H0.900", BLUSH, 1))
    return put("".join(parts), x, y)


def hand(x: float, y: float, size: float = 1) -> str:
    """A closed hand."""
    return put(
        disc(0, 0, 3.700, SKIN, INK, 1.1) + line("M-1.500 -1.800H2M-1.500 0.200H2.300", INK, 0.6),
        x,
        y,
        size,
    )


def held(suit: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """What a figure holds: its suit's sign, larger."""
    return pip(suit, x, y, size, turn)


def king(suit: str) -> str:
    """Crowned and bearded, in a robe to the ground and an ermine cape."""
    main, second, trim, _hair, *_ = CLOTH[suit]
    beard = {"c": "#e9e2d6", "p": "#b7742c", "s": INK, "b": "#7d4a20"}[suit]
    robe = (
        shape("M33 70C22 92 17 122 15 149H85C83 122 78 92 67 70Z", second, INK, 1.600)
        + shape("M38 66C33 92 30 122 29 150H71C70 122 67 92 62 66Z", main, INK, 1.400)
        + shape("M45.500 72H54.500L58 150H42Z", trim, INK, 1.100)
        + "".join(
            put(shape("M0 -4L3.500 0L0 4L-3.500 0Z", second, INK, 0.7), 50, y)
            for y in (104, 117, 130, 143)
        )
        + shape("M32 94C40 99 60 99 68 94L69 100C60 105.500 40 105.500 31 100Z", trim, INK, 1.100)
        + disc(50, 101, 3.200, second, INK, 0.9)
        + shape("M14 146C30 151 70 151 86 146V153C70 157 30 157 14 153Z", WHITE, INK, 1.200)
        + "".join(
            shape(f"M{x} 149L{x + 1.300} 153.500L{x - 1.300} 153.500Z", INK, "", 0)
            for x in (21, 30, 39, 61, 70, 79)
        )
    )
    collar = shape(
        "M50 60C37 58 28 64 25 78C34 84 44 85 50 85C56 85 66 84 75 78C72 64 63 58 50 60Z",
        WHITE,
        INK,
        1.400,
    ) + "".join(
        shape(f"M{x} {y}L{x + 1.200} {y + 4.500}L{x - 1.200} {y + 4.500}Z", INK, "", 0)
        for x, y in (
            (31, 71),
            (38, 77),
            (62, 77),
            (69, 71),
            (37, 67),
            (63, 67),
            (46, 78.500),
            (54, 78.500),
        )
    )
    head = face(50, 44, beard, beard=True) + crown(50, 36.500, 1.12)
    if suit == "c":
        arms = (
            shape("M27 76C20 82 19 92 23 98L31 95C28 90 30 84 33 80Z", main, INK, 1.300)
            + line("M17 74L27 128", UMBER, 3.600)
            + line("M17 74L27 128", GOLD, 2)
            + put(shape("M0 -7L3 0L0 7L-3 0Z", GOLD), 16, 68, 1)
            + disc(16.800, 73, 2.600, RED)
            + hand(23.500, 99)
            + shape("M72 76C80 76 84 70 82 63L75 62C75 66 71 68 66 69Z", main, INK, 1.300)
            + held("c", 78, 47, 1.12)
            + hand(78.500, 61)
        )
    elif suit == "p":
        arms = (
            shape("M27 76C20 84 22 96 30 101L36 96C31 91 31 86 34 81Z", main, INK, 1.300)
            + shape("M73 76C82 84 80 98 70 101L62 96C68 94 70 88 66 81Z", main, INK, 1.300)
            + hand(34, 100)
            + held("p", 69, 80, 1.18)
            + hand(68, 97)
        )
    elif suit == "s":
        arms = (
            shape("M27 76C20 84 20 94 26 101L33 97C30 92 31 86 34 81Z", main, INK, 1.300)
            + shape(
                "M12 98C12 94 38 94 38 98C39 114 33 126 25 131C17 126 11 114 12 98Z",
                GOLD,
                INK,
                1.400,
            )
            + shape(
                "M15.500 101H34.500C34.500 112 31 121 25 126C19 121 15.500 112 15.500 101Z",
                RED,
                INK,
                0.9,
            )
            + shape(
                "M23 101H27V111H34V115H27V124.500L25 126L23 124.500V115H16.300V111H23Z",
                WHITE,
                "",
                0,
            )
            + shape("M73 76C82 82 85 88 83 95L75 95C75 90 71 86 66 81Z", main, INK, 1.300)
            + held("s", 80, 72, 1.75)
            + hand(80, 93)
        )
    else:
        arms = (
            shape("M27 76C19 84 18 94 24 102L31 98C28 92 30 86 34 81Z", main, INK, 1.300)
            + disc(26.500, 106, 7, BLUE, INK, 1.200)
            + line("M19.500 106H33.500M26.500 99V92M23.500 94.500H29.500", GOLD, 2)
            + hand(27, 113)
            + shape("M73 76C82 80 86 86 85 92L77 93C76 88 71 85 66 81Z", main, INK, 1.300)
            + held("b", 80, 116, 1.75, 180)
            + hand(80.500, 94)
        )
    shoes = shape(
        "M36 150C33 156 38 158 46 156L47 151ZM64 150C67 156 62 158 54 156L53 151Z", WINE, INK, 1.200
    )
    return shoes + robe + collar + head + arms


def jack(suit: str) -> str:
    """A young man on foot, in a short tunic, hose and a feathered cap."""
    main, second, trim, hair, *_ = CLOTH[suit]
    legs = (
        shape(
            "M39 100L36 126L35 146L45 146L47 128L50 104Z", main if suit != "b" else RED, INK, 1.400
        )
        + shape(
            "M50 104L54 128L57 147L67 146L64 126L61 100Z",
            second if suit != "b" else GOLD,
            INK,
            1.400,
        )
        + line("M36 124C40 126 44 126 47 124.500M54 124.500C57 126 61 126 64 124", trim, 2.200)
        + shape("M45 144L45.500 150C45 155 33 156 25 154C26 149 32 148 35 144Z", UMBER, INK, 1.300)
        + shape(
            "M57 145L57 151C58 156 70 156.500 77 154C76 149 70 148.500 67 144Z", UMBER, INK, 1.300
        )
    )
    cape = shape(
        "M36 64C24 76 22 104 27 124C33 122 36 114 38 104L42 70ZM64 64C76 76 78 104 73 124C67 122 64 114 62 104L58 70Z",
        second,
        INK,
        1.400,
    )
    tunic = (
        shape(
            "M36 64C32 76 35 84 37 88L30 110C36 116 43 113 50 116C57 113 64 116 70 110L63 88C65 84 68 76 64 64C58 60 42 60 36 64Z",
            main,
            INK,
            1.500,
        )
        + "".join(line(f"M{50 + x:g} 91L{50 + 2 * x:g} 112", trim, 1.300) for x in (-7, 0, 7))
        + shape(
            "M36.500 85C45 89 55 89 63.500 85L64 90.500C55 94.500 45 94.500 36 90.500Z",
            trim,
            INK,
            1.100,
        )
        + "".join(disc(50, y, 1.400, trim, INK, 0.6) for y in (70, 76, 82))
        + shape("M40 60C44 67 56 67 60 60L62 66C56 72 44 72 38 66Z", WHITE, INK, 1.100)
    )
    cap = (
        shape("M38 41C36 30 44 25 52 26C60 27 64 32 62 41C54 37 46 37 38 41Z", second, INK, 1.300)
        + shape(
            "M36.500 41.500C44 36.500 56 36.500 63.500 41.500L62.500 45C55 40.500 45 40.500 37.500 45Z",
            trim,
            INK,
            1.100,
        )
        + shape(
            "M58 36C62 24 72 20 80 24C78 30 70 36 60 39Z",
            WHITE if suit != "c" else GOLD,
            INK,
            1.100,
        )
        + line("M60 37C66 31 72 27 77 25.500", INK, 0.8)
    )
    head = face(50, 49, hair) + cap
    sleeve_left = shape("M37 66C28 70 24 80 27 90L34 88C33 82 37 78 41 76Z", main, INK, 1.300)
    sleeve_low = shape("M63 66C73 70 78 80 74 92L67 90C68 84 64 78 60 76Z", main, INK, 1.300)
    sleeve_up = shape("M63 66C71 70 78 70 82 62L76 57C73 62 68 62 62 60Z", main, INK, 1.300)
    if suit == "c":
        body = (
            sleeve_left + hand(29.500, 92) + sleeve_up + held("c", 79, 45, 1.05) + hand(79.500, 58)
        )
    elif suit == "p":
        body = (
            sleeve_left
            + hand(30, 92)
            + shape("M63 66C73 72 76 84 68 91L61 87C66 84 65 78 60 76Z", main, INK, 1.300)
            + held("p", 70, 74, 1.08)
            + hand(69, 89)
        )
    elif suit == "s":
        body = (
            sleeve_low
            + hand(71, 93)
            + shape("M37 66C28 70 22 78 22 88L29 90C31 84 36 80 41 76Z", main, INK, 1.300)
            + held("s", 24, 73, 1.650, -6)
            + hand(25.500, 91)
        )
    else:
        body = (
            sleeve_left
            + hand(29.500, 92)
            + sleeve_low
            + held("b", 76, 106, 1.75, 174)
            + hand(74.500, 88)
        )
    return cape + legs + tunic + head + body


def horse(coat: str, mane: str) -> str:
    """A trotting horse that looks left."""
    far = (
        shape("M37 113L24 113L17 122L21 132L26.500 130L24.500 123L29 120L42 122Z", coat, INK, 1.300)
        + shape("M20 131L26.500 129L29 133.500L22 136Z", UMBER, INK, 1)
        + shape("M66 116L62 128L56 137L53 147L60 147L63 139L70 131L76 120Z", coat, INK, 1.300)
        + shape("M53 146L60.500 146L60 151H51Z", UMBER, INK, 1)
    )
    tail = shape(
        "M81 97C92 96 95 110 90 122C88 128 89 133 92 137C83 137 79 128 82 118C84 111 83 106 79 104Z",
        mane,
        INK,
        1.300,
    )
    body = shape(
        "M10.500 88C9 83 13 78 17 73L22 64L22.500 57L27 61C36 64 42 76 45 89C53 94 65 91 74 92C84 93 87 101 85 110"
        "C84 117 80 120 80 127L82 137L80 147H73L74 137L70 127C68 124 67 121 66 118C57 122 48 122 41 119"
        "L41 131L41 147H34L34 132L32 121C27 115 25 108 27 101C28 96 28 92 27 88C25 86 23 86 21 88C18 92 13 92 10.500 88Z",
        coat,
        INK,
        1.600,
    )
    hooves = shape(
        "M34 146H41.500L42 151.500H32.500ZM73 146H80.500L81 151.500H71.500Z", UMBER, INK, 1
    )
    hair = shape(
        "M22.500 60C20 64 20 68 22 71C26 70 27 72 28 75C32 75 33 78 33 81C37 82 38 86 38 89C41 90 44 90 46 90C43 76 37 64 27 60.500Z",
        mane,
        INK,
        1.100,
    )
    tack = (
        disc(18.500, 77, 1.300, INK, "")
        + disc(12.500, 85.500, 0.9, INK, "")
        + line("M12 80L18 88M16 74L24 86", RED, 1.700)
        + line("M17 87C28 96 36 96 44 92", RED, 1.700)
        + line("M27 104C34 110 42 110 48 106", RED, 2.200)
        + disc(33, 108, 1.700, GOLD, INK, 0.7)
    )
    return tail + far + body + hooves + hair + tack


def knight(suit: str) -> str:
    """A rider on a trotting horse, the sign of his suit in his hand."""
    main, second, trim, hair, coat, mane = CLOTH[suit]
    cape = shape("M58 58C72 60 84 70 90 86C80 84 76 92 70 92L54 84Z", second, INK, 1.400)
    cloth = shape(
        "M43 90C52 94 64 92 71 91L73 114C63 118 51 118 43 115Z", second, INK, 1.300
    ) + line("M44.500 111.500C52 114.500 63 114.500 71.500 111", trim, 2)
    leg = shape(
        "M49 88C46 98 47 106 50 112L48 124L56 125L60 111C63 102 66 96 66 89Z",
        main if suit != "p" else WHITE,
        INK,
        1.400,
    ) + shape(
        "M48.500 118L57 119.500L56 128C53 132 45 132 41 130.500C41 127 46 127 48 124Z",
        UMBER,
        INK,
        1.300,
    )
    torso = (
        shape(
            "M45 62C41 74 44 84 46 92C52 96 62 95 68 91C70 82 70 72 65 62C60 57 50 57 45 62Z",
            main,
            INK,
            1.500,
        )
        + shape("M45.500 84C52 88 62 88 69 84L68.500 89.500C62 93 52 93 46 90Z", trim, INK, 1.100)
        + "".join(disc(54, y, 1.300, trim, INK, 0.6) for y in (68, 74, 80))
        + shape("M46 58C50 65 60 65 64 58L66 64C60 70 50 70 44 64Z", WHITE, INK, 1.100)
    )
    reins = shape("M46 65C38 72 34 80 36 89L42 89C43 83 46 80 50 77Z", main, INK, 1.300) + hand(
        38.500, 91, 0.95
    )
    hat = {
        "c": shape("M44 37C43 28 50 24 56 24C62 24 67 29 66 37Z", second, INK, 1.300)
        + shape("M38 40C44 34 66 34 72 40C64 43 46 43 38 40Z", trim, INK, 1.200)
        + shape("M62 30C66 20 76 18 82 22C80 28 72 33 64 34Z", WHITE, INK, 1.100),
        "p": shape(
            "M44 40C42 30 48 25 55 25C63 25 68 31 66 40C58 36 52 36 44 40Z", second, INK, 1.300
        )
        + shape(
            "M43 40C50 35 60 35 67 40L66.500 43.500C60 39 50 39 43.500 43.500Z", WHITE, INK, 1.100
        )
        + shape("M50 27C44 18 36 18 31 22C34 28 42 31 50 31Z", GOLD, INK, 1.100),
        "s": shape(
            "M44 46C41 32 47 25 55 25C63 25 69 32 66 46C65 41 63 38 62 38H48C47 38 45 41 44 46Z",
            STEEL,
            INK,
            1.300,
        )
        + line("M47 36C52 33 58 33 63 36", NAVY, 1.200)
        + shape("M55 26C52 18 58 13 68 15C66 21 62 24 55 26Z", RED, INK, 1.100),
        "b": shape(
            "M43 39C46 33 64 33 67 39C68 42 66 43 64 42C58 39.500 52 39.500 46 42C44 43 42 42 43 39Z",
            UMBER,
            INK,
            1.200,
        )
        + shape(
            "M45 37C46 28 52 25 55 20C58 25 64 28 65 37C59 34.500 51 34.500 45 37Z", RED, INK, 1.300
        )
        + disc(55, 20, 2.500, GOLD),
    }[suit]
    head = face(55, 48, hair) + hat
    arm_up = shape("M64 63C72 67 78 64 81 57L75 53C73 57 69 58 63 58Z", main, INK, 1.300)
    if suit == "c":
        arm = arm_up + held("c", 79, 41, 1.05) + hand(78.500, 54)
    elif suit == "p":
        arm = (
            shape("M65 63C74 66 79 66 82 62L78 56C74 59 70 58 64 58Z", main, INK, 1.300)
            + held("p", 80, 43, 1.08)
            + hand(79.500, 58)
        )
    elif suit == "s":
        arm = arm_up + held("s", 81, 33.500, 1.350, 8) + hand(78.500, 54)
    else:
        arm = arm_up + held("b", 82, 37, 1.350, 14) + hand(78.500, 54)
    rider = cape + cloth + leg + torso + reins + head + arm
    return put(horse(coat, mane) + rider, -1, 2)


FIGURES = {"J": jack, "N": knight, "K": king}


def index(suit: str, letter: str, *, sign: bool = True) -> str:
    """The corner: what the card is, for a hand held as a fan."""
    colour = {"c": "#8a5a00", "p": "#b02621", "s": "#1d4c8c", "b": "#246332"}[suit]
    long = suit in "sb"
    return (
        f'<text x="11.500" y="20.500" text-anchor="middle" font-family="Georgia,\'DejaVu Serif\',\'Noto Serif\',serif" '
        f'font-weight="700" font-size="20" fill="{colour}" stroke="{CREAM}" stroke-width="3.500" paint-order="stroke" '
        f'stroke-linejoin="round">{letter}</text>'
        + (pip(suit, 11.5, 32, 0.48 if long else 0.54) if sign else "")
    )


def card(suit: str, rank: str, letter: str) -> str:
    """One face as a symbol."""
    if rank == "A":
        picture = ACES[suit]()
    elif rank in FIGURES:
        picture = FIGURES[rank](suit)
    else:
        picture = spots(suit, rank)
    corner = index(suit, letter)
    # A figure fills its card: the lower corner keeps the letter only.
    lower = index(suit, letter, sign=rank not in FIGURES)
    return (
        f'<symbol id="card-{rank}{suit}" viewBox="0 0 100 164">'
        f'<rect x="0.500" y="0.500" width="99" height="163" rx="6.500" fill="{CREAM}" stroke="#bba57e"/>'
        f'{picture}{corner}<g transform="rotate(180 50 82)">{lower}</g></symbol>'
    )


def back() -> str:
    """The back: a green and gold lattice, the same either way up."""
    cells = [
        put(
            shape("M0 -7L5.500 0L0 7L-5.500 0Z", "#2f7d57", "#e0b042", 0.7)
            + disc(0, 0, 1.300, "#e0b042", ""),
            x,
            y,
        )
        for row, y in enumerate(range(20, 152, 8))
        for x in range(19 + 6 * (row % 2), 84, 12)
        if not (34 < x < 66 and 56 < y < 108)
    ]
    medal = (
        oval(50, 82, 20, 30, "#164630", "#e0b042")
        + oval(50, 82, 17.5, 27.5, "none", "#e0b042")
        + pip("c", 50, 68, 0.7)
        + pip("c", 50, 96, 0.7, 180)
        + shape("M34 82C42 77 58 87 66 82M34 82C42 87 58 77 66 82", "none", "#e0b042", 1.300)
    )
    return (
        '<symbol id="card-back" viewBox="0 0 100 164">'
        f'<rect x="0.500" y="0.500" width="99" height="163" rx="6.500" fill="{CREAM}" stroke="#bba57e"/>'
        '<rect x="5.500" y="5.500" width="89" height="153" rx="4" fill="#1e5b3e" stroke="#164630"/>'
        '<rect x="9" y="9" width="82" height="146" rx="2.500" fill="none" stroke="#e0b042" stroke-width="1.300"/>'
        f"{''.join(cells)}{medal}</symbol>"
    )


def sprite(letters: dict[str, str]) -> str:
    """All faces, the four signs and the back."""
    signs = "".join(
        f'<g id="pip-{suit}" stroke-linejoin="round" stroke-linecap="round">{SIGNS[suit]()}</g>'
        for suit in SUITS
    )
    icons: Iterable[str] = (
        f'<symbol id="suit-{suit}" viewBox="-19 -19 38 38"><use href="#pip-{suit}" transform="scale({1.45 if suit in "cp" else 1})"/></symbol>'
        for suit in SUITS
    )
    faces = "".join(card(suit, rank, letters.get(rank, rank)) for suit in SUITS for rank in RANKS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" stroke-linejoin="round" stroke-linecap="round">'
        f"<defs>{signs}</defs>{''.join(icons)}{faces}{back()}</svg>\n"
    )


def main() -> None:
    """Write the three sprites beside this file."""
    for name, letters in LETTERS.items():
        target = Path(__file__).with_name(f"deck{name}.svg")
        target.write_text(sprite(letters), encoding="utf-8")


if __name__ == "__main__":
    main()
