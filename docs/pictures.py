"""The pictures of the pages, made by the program itself: `make pictures`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pypdfium2
from PIL import Image

from docs.fords import map_picture
from workbench.cli import opened, opened_counters
from workbench.serving import Serving

PICTURES = Path(__file__).parent / "pictures"
STEP = "pages-step.png"
TERRAIN_HIGH = 314  # pixels: two rows of cards


def main() -> None:
    """Draw the board, run the demo, and keep what the pages show."""
    PICTURES.mkdir(exist_ok=True)
    hexpost("map", "draw", "raceforberlin", "--dpi", "75", "--out", str(PICTURES / "board.png"))
    lighten(PICTURES / "board.png")
    with TemporaryDirectory() as folder:
        hexpost("demo", "raceforberlin", "--out", folder)
        report(Path(folder))
        steps(Path(folder))
        sheet(Path(folder) / "counters.pdf")
    map_picture().save(PICTURES / "fords.png")
    lighten(PICTURES / "fords.png")
    with TemporaryDirectory() as folder:
        hexpost("demo", "koenigsberg45", "--out", folder)
        hexes(Path(folder))
    with TemporaryDirectory() as folder:
        hexpost("demo", "redvengeance", "--out", folder)
        campaign(Path(folder))
    with TemporaryDirectory() as folder:
        hexpost("print", "raceforberlin", "--out", folder)
        kit(Path(folder))
    for draw in (scans, areas, terrain, tapping, workbench, counters):
        with TemporaryDirectory() as folder:
            draw(Path(folder))


def hexpost(*words: str) -> None:
    """Run the program as a user does."""
    subprocess.run([sys.executable, "-m", "hexpost", *words], check=True)


def lighten(file: Path, rare: bool = False) -> None:
    """Fewer colours, so that the page loads quickly; `rare` ones stay, such as a red dot in a legend."""
    way = Image.Quantize.FASTOCTREE if rare else Image.Quantize.MEDIANCUT
    with Image.open(file) as picture:
        light = picture.convert("RGB").quantize(256, way, dither=Image.Dither.NONE)
    light.save(file, optimize=True)


def report(demo: Path) -> None:
    """The map and the closer look of the last report to Koniev."""
    (PICTURES / "report-map.png").write_bytes(map_sent(demo, "koniev"))
    (picture,) = demo.glob("report-to-koniev-*-action-1.png")
    shutil.copy(picture, PICTURES / "report-action.png")


def map_sent(demo: Path, side: str) -> bytes:
    """The map of the last report to a side that has one: it comes once a turn."""
    maps = []
    for mail in sorted(demo.glob(f"mails/*-report-to-{side}.eml")):
        parts = message_from_bytes(mail.read_bytes(), policy=default).walk()
        maps += [part.get_content() for part in parts if str(part.get_filename()).endswith("-map.png")]
    return bytes(maps[-1])


def steps(demo: Path) -> None:
    """A step of the game's pages with its battle, on a wide screen and, by a frame, on a telephone."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        print("no Chromium on this machine: pages-step.png stays as it is", file=sys.stderr)
        return
    hexpost("pages", "--desk", str(demo / "desk"), "--out", str(demo / "pages"))
    told = (file for file in demo.glob("pages/*/step-*.html") if "Attack on" in file.read_text("utf-8"))
    step = min(told, key=lambda file: (file.name, file.parent.name))
    both = step.with_name("both.html")
    frame = f'<iframe src="{step.name}" style="width:{{}}px;height:820px;border:1px solid #999"></iframe>'
    both.write_text(f'<body style="margin:0">{frame.format(1000)} {frame.format(390)}', encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=5000"]
    shot = [
        f"--user-data-dir={demo / 'profile'}",
        "--window-size=1404,824",
        f"--screenshot={PICTURES / STEP}",
    ]
    subprocess.run([browser, *flags, *shot, both.as_uri()], check=True, capture_output=True)
    with Image.open(PICTURES / STEP) as picture:
        picture.convert("RGB").resize((1053, 618)).save(PICTURES / STEP)
    lighten(PICTURES / STEP)


def hexes(demo: Path) -> None:
    """The board of hexes, and the closer look of the first activation's battle."""
    with Image.open(demo / "board.png") as board:
        board.convert("RGB").resize((1000, round(board.height * 1000 / board.width))).save(
            PICTURES / "hex-board.png"
        )
    lighten(PICTURES / "hex-board.png")
    (picture,) = demo.glob("report-to-german-*-action-1.png")
    shutil.copy(picture, PICTURES / "hex-action.png")


def campaign(demo: Path) -> None:
    """The front by date from the last report, and a roster page as a browser shows it: that of `chromium`."""
    (PICTURES / "front.png").write_bytes(map_sent(demo, "german"))
    (page_,) = demo.glob("report-to-russian-*-roster.html")
    shot = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,1000"]
    file = PICTURES / "roster.png"
    subprocess.run(["chromium", *shot, f"--screenshot={file}", page_.resolve().as_uri()], check=True)
    lighten(file)


def tapping(folder: Path) -> None:
    """The page on which orders are tapped, wide and as on a phone: a move is written, a unit picked."""
    from playwright.sync_api import sync_playwright

    file, shots = folder / "orders.html", [folder / "wide.png", folder / "narrow.png"]
    file.write_bytes(to_tap(folder))
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playing:
        opened = playing.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for shot, size in zip(shots, ((1000, 760), (390, 760)), strict=True):
            seen = opened.new_page(viewport={"width": size[0], "height": size[1]})
            seen.goto(file.as_uri())
            for key in ("unit 0 2H", "end move 2H to 0503", "unit 0 16F"):
                seen.evaluate("key => document.querySelector(`[data-key='${key}']`).click()", key)
            seen.screenshot(path=shot)
        opened.close()
    pages = [Image.open(shot).convert("RGB") for shot in shots]
    both = Image.new("RGB", (sum(page.width for page in pages) + 14, pages[0].height), "white")
    both.paste(pages[0], (0, 0))
    both.paste(pages[1], (pages[0].width + 14, 0))
    both.save(PICTURES / "tapping.png")
    lighten(PICTURES / "tapping.png")


def to_tap(folder: Path) -> bytes:
    """The page for the first movement of The Amber Road."""
    import random

    from adjudicator.catalogue import find_game
    from adjudicator.dice import SeededDice
    from adjudicator.judging.referee import judge, run_on
    from adjudicator.judging.what_if import playable
    from adjudicator.play import Play
    from adjudicator.tapping.page import PageFacts, orders_page

    game = find_game("amberroad")
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(1)))
    run_on(game, play)
    while (asked := play.state.waiting()[0]).topic != "move":
        judge(game, play, asked.player, list(enumerate(asked.default.splitlines(), 1)), 1)
    seen = playable(game, play.state, asked.player)
    begin = f"BEGIN ORDERS 1 turn 1 {asked.player} XXXX-XXXX"
    return orders_page(PageFacts(game, 1, asked.player, seen, begin, "referee@example.org"), folder)


def sheet(pdf: Path) -> None:
    """The first page of the counter sheet."""
    page(pdf, 0, 80).quantize(128, dither=Image.Dither.NONE).save(PICTURES / "counters.png", optimize=True)


def kit(folder: Path) -> None:
    """A page of each kind of a kit in a row; and the four pages at the upper left corner of its map."""
    kinds = (("1-notes.pdf", 0), ("2-counters.pdf", 0), ("3-map.pdf", 0), ("4-charts.pdf", 1))
    montage([page(folder / name, number, 38) for name, number in kinds], 4).save(PICTURES / "kit.png")
    tiles = pypdfium2.PdfDocument(folder / "3-map.pdf")
    names = [tile.get_textpage().get_text_range() for tile in tiles]
    corner = [
        next(number for number, text in enumerate(names) if f"page {name} " in text)
        for name in ("A1", "A2", "B1", "B2")
    ]
    montage([page(folder / "3-map.pdf", number, 44) for number in corner], 2).save(PICTURES / "kit-map.png")
    for name in ("kit.png", "kit-map.png"):
        lighten(PICTURES / name)


def page(pdf: Path, number: int, dpi: int) -> Image.Image:
    """A page of a PDF, so many dots an inch."""
    drawn: Image.Image = pypdfium2.PdfDocument(pdf)[number].render(scale=dpi / 72).to_pil()
    return drawn.convert("RGB")


def montage(pages: list[Image.Image], columns: int) -> Image.Image:
    """Pages side by side on grey, row by row."""
    wide, high = max(one.width for one in pages) + 10, max(one.height for one in pages) + 10
    whole = Image.new("RGB", (wide * columns + 10, high * -(-len(pages) // columns) + 10), "#9a9a9a")
    for number, one in enumerate(pages):
        row, column = divmod(number, columns)
        whole.paste(one, (10 + column * wide, 10 + row * high))
    return whole


def scans(folder: Path) -> None:
    """A crooked scan of our own, the grid found on it, and a corner of the proof of its map."""
    scan, grid, game = PICTURES / "crooked-scan.jpg", folder / "grid.png", folder / "mygame"
    proof = folder / "proof.png"
    maker = [sys.executable, "-m", "bench.scans.tutorial", str(scan)]
    subprocess.run(maker, check=True, cwd=Path(__file__).parent.parent)
    hexpost("map", "fit", str(scan), "--overlay", str(grid))
    hexpost("map", "straighten", str(scan), "--map", str(game))
    hexpost("map", "check", str(game), "--proof", str(proof))
    with Image.open(grid) as picture:
        small = picture.convert("RGB").resize((900, round(picture.height * 900 / picture.width)))
    small.save(PICTURES / "scan-grid.png")
    with Image.open(proof) as picture:
        picture.crop((460, 390, 1360, 890)).save(PICTURES / "scan-proof.png")
    for name in ("grid", "proof"):
        lighten(PICTURES / f"scan-{name}.png")


def areas(folder: Path) -> None:
    """A scan of areas with its proof: outlines, contacts, and what to look at by number."""
    maker = [sys.executable, "-m", "bench.scans.area_tutorial", str(folder)]
    subprocess.run(maker, check=True, cwd=Path(__file__).parent.parent)
    words = ["--seeds", str(folder / "seeds.csv"), "--out", str(folder / "areas.geojson")]
    proof = PICTURES / "trace-proof.png"
    hexpost("map", "trace", str(folder / "scan.png"), *words, "--picture", str(proof))
    lighten(proof)


def terrain(folder: Path) -> None:
    """Proposals for hexes of a photo with coffee on it: rows of the review."""
    maker = [sys.executable, "-m", "bench.scans.terrain_tutorial", str(folder)]
    subprocess.run(maker, check=True, cwd=Path(__file__).parent.parent)
    names = {"centres": "hexes.csv", "samples": "samples.csv", "review": "review.png"}
    files = [word for option, name in names.items() for word in (f"--{option}", str(folder / name))]
    hexpost("map", "classify", str(folder / "mygame"), str(folder / "scan.png"), *files)
    with Image.open(folder / "review.png") as page:
        rows = [page.convert("RGB").crop((0, 0, page.width, 2 * TERRAIN_HIGH))]
    montage(rows, 1).quantize(200, dither=Image.Dither.NONE).save(
        PICTURES / "terrain-review.png", optimize=True
    )


def workbench(folder: Path) -> None:
    """The workbench as a maker meets it: five hexes clicked on a photo, areas clicked together."""
    clicks = "0101,487,426 2401,1791,500 0118,432,1511 2418,1726,1638 0201,541,460"
    (folder / "hexes/map").mkdir(parents=True)
    (folder / "hexes/map/clicks.csv").write_text("\n".join(["label,x,y", *clicks.split()]), "utf-8")
    seen(opened(PICTURES / "crooked-scan.jpg", folder / "hexes"), "hexes", "workbench-hexes")
    drawn = folder / "drawn"
    drawn.mkdir()
    maker = [sys.executable, "-m", "bench.scans.area_tutorial", str(drawn)]
    subprocess.run(maker, check=True, cwd=Path(__file__).parent.parent)
    (folder / "areas/map").mkdir(parents=True)
    shutil.copy(drawn / "seeds.csv", folder / "areas/map")
    seen(opened(drawn / "scan.png", folder / "areas"), "areas", "workbench-areas")


def counters(folder: Path) -> None:
    """A crooked scan of our own counters, taken as found: one has a name, its row is chosen."""
    hexpost("print", "raceforberlin", "--out", str(folder))
    scan = folder / "fronts.png"
    crooked = page(folder / "2-counters.pdf", 0, 150).rotate(1.1, Image.Resampling.BICUBIC, fillcolor="white")
    crooked.save(scan)
    seen(opened_counters(scan, folder / "mygame"), "counters", "counters-edit", named)


def named(page_: Any) -> None:
    """Take the counters as found, name the first one, choose its row, and move the picture to the left."""
    page_.get_by_role("button", name="Take these").click(timeout=120_000)
    page_.get_by_role("button", name="Type the names").click()
    page_.locator("#answer").fill("61st Army 1")
    page_.keyboard.press("Enter")
    page_.get_by_text("Name of r01c02").wait_for()
    page_.keyboard.press("Escape")
    page_.keyboard.press("r")
    page_.mouse.move(600, 250)
    page_.mouse.down()
    page_.mouse.move(250, 80, steps=5)
    page_.mouse.up()


def seen(serving: Serving, mode: str, name: str, done: Callable[[Any], None] = lambda _: None) -> None:
    """A picture of one mode of the workbench, when it has nothing more to work out."""
    from playwright.sync_api import sync_playwright

    serving.start()
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playing:
        page_ = playing.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page(
            viewport={"width": 1280, "height": 800}, bypass_csp=True
        )
        page_.goto(serving.address)
        page_.get_by_role("button", name=mode, exact=False).first.click()
        done(page_)
        page_.wait_for_timeout(2000)
        page_.wait_for_function("!document.getElementById('busy').textContent", timeout=120_000)
        page_.wait_for_timeout(1000)
        page_.screenshot(path=PICTURES / f"{name}.png")
    serving.stop()
    lighten(PICTURES / f"{name}.png", rare=True)


if __name__ == "__main__":
    main()
