"""Eyes: screenshots, words read on them, and where the popups are. A box is (x, y, width, height)."""
import csv
import io
import os
import re
import subprocess
import tempfile

from . import BACKGROUND, gnome, here
from .servers import SERVERS

# The smallest popup, in pixels, and how far from the background a color must be to belong to one (of 255).
SMALLEST = (60, 20)
CONTRAST = 24


def screenshot(path):
    """Writes a picture of the whole display."""
    path = os.path.abspath(path)
    if here.DISPLAY == "x11":
        # Level 9, the default, takes seconds on a wallpaper, and popups are gone meanwhile.
        here.run(["import", "-window", "root", "-define", "png:compression-level=3", "png:" + path])
    elif here.DISPLAY == "sway":
        here.run(["grim", path])
    else:
        gnome.screenshot(path)


def picture(mode="RGB"):
    """The display as a PIL image."""
    from PIL import Image
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s.png")
        screenshot(path)
        return Image.open(path).convert(mode)


def read_words(box=None, negate=False, zoom=3, psm="11"):
    """The words on the screen, as (text, box), read by tesseract."""
    with tempfile.TemporaryDirectory() as folder:
        image = os.path.join(folder, "s.png")
        screenshot(image)
        argv = ["convert", image]
        x0, y0 = 0, 0
        if box:
            x0, y0 = max(0, box[0]), max(0, box[1])
            argv += ["-crop", "%dx%d+%d+%d" % (box[2], box[3], x0, y0), "+repage"]
        argv += ["-colorspace", "Gray", "-resize", f"{zoom * 100}%"] + (["-negate"] if negate else [])
        here.run(argv + [image])
        table = here.run(["tesseract", image, "-", "--psm", psm, "tsv"], env={**os.environ, "OMP_THREAD_LIMIT": "1"})
    words = []
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] == "5" and text:  # a word
            x, y, w, h = (int(row[k]) // zoom for k in ("left", "top", "width", "height"))
            words.append((text, (x0 + x, y0 + y, w, h)))
    return words


def letters(text):
    """A word's letters and digits, in lower case: what tesseract reads reliably."""
    return re.sub(r"[^\w]+", "", text).casefold()


def center(box):
    """The middle of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def inside(small, large):
    """Whether the middle of one box lies in the other."""
    x, y = center(small)
    return large[0] <= x < large[0] + large[2] and large[1] <= y < large[1] + large[3]


def beside(left, right):
    """Whether two words stand next to each other on a line."""
    (x1, y1, w1, h1), (x2, y2, w2, h2) = left[1], right[1]
    return abs(y1 + h1 / 2 - y2 - h2 / 2) < 10 and -4 <= x2 - x1 - w1 < 14


def find_text(label, box=None, alone=False):
    """Boxes of a label as read on the screen, exact spellings first, then the lowest first. alone: only where no
    other word stands beside it ("Yes" is not on a button "Yes, always")."""
    wanted = [letters(word) for word in label.split() if letters(word)]
    found = []
    for psm, negate in (("11", False), ("11", True), ("6", False)):
        words = read_words(box, negate, psm=psm)
        for i in range(len(words) - len(wanted) + 1):
            part = words[i:i + len(wanted)]
            if [letters(word[0]) for word in part] != wanted or not all(map(beside, part, part[1:])):
                continue
            single = not any(beside(word, part[0]) or beside(part[-1], word) for word in words if word not in part)
            xs = [w[1][0] for w in part] + [w[1][0] + w[1][2] for w in part]
            ys = [w[1][1] for w in part] + [w[1][1] + w[1][3] for w in part]
            exact = " ".join(w[0] for w in part) == label
            found.append((not single, not exact, -min(ys), (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))))
        if any(not rest[0] for rest in found):
            break
    return list(dict.fromkeys(rest[-1] for rest in sorted(found) if not (alone and rest[0])))


def popups():
    """Boxes of the notification server's popups, top to bottom."""
    if here.DISPLAY == "gnome":
        found = gnome.banner()
        return [tuple(round(n) for n in found["banner"])] if found and found["banner"] else []
    if here.DISPLAY == "sway":
        return islands()
    name = SERVERS[here.SERVER].window_class
    boxes = set()
    for window in windows(f"^{re.escape(name)}$"):
        kind = subprocess.run(["xprop", "-id", window, "_NET_WM_WINDOW_TYPE"], capture_output=True, text=True,
                              check=False).stdout
        if "_DESKTOP" in kind or "_DOCK" in kind:
            continue
        place = dict(re.findall(r"(\w+)=(-?\d+)", here.run(["xdotool", "getwindowgeometry", "--shell", window])))
        box = tuple(int(place[k]) for k in ("X", "Y", "WIDTH", "HEIGHT"))
        if box[2] > 40 and box[3] > 20:
            boxes.add(box)
    return sorted(boxes, key=lambda b: (b[1], b[0]))


def windows(pattern):
    """The ids of the visible X11 windows of a class."""
    return subprocess.run(["xdotool", "search", "--onlyvisible", "--class", pattern],
                          capture_output=True, text=True, check=False).stdout.split()


def islands():
    """Boxes of what stands out from the plain background, top to bottom: sway does not list layer windows."""
    from PIL import Image, ImageChops
    image = picture()
    back = Image.new("RGB", image.size, BACKGROUND)
    red, green, blue = ImageChops.difference(image, back).split()
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda v: 255 if v > CONTRAST else 0)
    width, height = mask.size
    rows = [mask.crop((0, y, width, y + 1)).getbbox() is not None for y in range(height)]
    for y in range(1, height - 1):        # a line between buttons may have the background's color
        rows[y] = rows[y] or (rows[y - 1] and rows[y + 1])
    boxes, start = [], None
    for y, used in enumerate(rows + [False]):
        if used and start is None:
            start = y
        elif not used and start is not None:
            x0, _, x1, _ = mask.crop((0, start, width, y)).getbbox()
            if x1 - x0 > SMALLEST[0] and y - start > SMALLEST[1]:
                boxes.append((x0, start, x1 - x0, y - start))
            start = None
    return boxes
