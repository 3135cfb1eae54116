"""The workbench: a page on this computer on which a maker clicks on a picture and sees the map.

Comes in: a picture, or the folder of a game. Goes out: the plain files of that folder, which the commands
read as well. It may import `maps`, `counters`, `scans` and `files`; only the front door opens it.

    cli        what is typed            serving    the page and its addresses, on 127.0.0.1 alone
    project    the files of a folder    steps      every change of them, to undo and redo without end
    tiles      the picture in squares   jobs       slow work beside the page
    said       what scan.toml says
    mode       what a mode is           `hexes`, `terrain` and `counters` are one mode each
    hex_doubts, area_doubts  what to look at, as the page says it; `click_words` is for clicks
    straightening, cutting_out   what is written of a scan and of a sheet; `sheets` says of which
    what_next  what is typed when a map is done           bench_faults   what can be wrong
    page       page, style and scripts: one JavaScript file for each mode

A mode is a Python class and a JavaScript file of one name. To add the mode "areas":

1. `workbench/areas.py` holds a subclass of `Mode` with `name = "areas"`, title, and `files`, the files of
   the folder (such as "map/seeds.csv") that it reads: each is watched, so that an edit elsewhere shows.
   - `picture(project)` is the picture that it is about, that of the project if this is left out.
   - `view(project)` is all that the page draws, as JSON values, in pixels of the picture.
   - `change(project, verb, values)` does one thing: it reads `project.text(name)`, writes
     `project.write(name, text)`, and returns words for undo, such as "Added hex 0101". To refuse, it raises
     `BenchError` (or another error with exit_code 1) with words: then nothing is written.
   - `project.make(name, content)` writes what is made of these files, such as outlines: that is no step. If a
     mode makes such a file, `follow(project)` brings it up to date while another mode is shown.
   - `touches(verb, values)` names the things that a change is about, such as {"seed Berlin"}: two tabs may
     change different things at once.
   - `doubts(project)` lists what to look at, the weightiest first, each with a place, words, and mends: a
     mend has words and the verb and values of the change that it is.
   - Work of more than a tenth of a second goes through `self.jobs.result(key, function)`: it returns what
     was last worked out and whether that is of this key, and the page is told when new results are there.
2. The function modes in `cli` gets the class; import-linter gets the module.
3. `workbench/page/areas.js` exports by default an object; everything in it but the panel may be left out:
   - `panel(bench)` returns an element, or a list of them, for the side panel, again after each new state.
     The first is at the top: what to do now. The list of doubts is below the panel and moves nothing.
   - `draw(g, bench)` draws over the picture: g is a canvas context in pixels of the picture, and
     `bench.px` is the width of one pixel of the screen there. `labels(g, bench)` draws in pixels of the
     screen, for text that keeps its size.
   - `click(point, bench, event)`, `hover(point, bench)`, and `grab(point, bench, event)`, which returns
     nothing (the picture is moved) or an object with `move(point)` and `end(point)`, or `cancel()`.
   - `asking()` says whether doubts come up one after the other, and `open(doubt, bench)` whether one that is
     no longer listed is still to be answered: then it stays.
   - keys, a list of {key, words, run(bench)}.
   `bench.mine` is the view, `bench.change(verb, values)` sends a change and returns whether it was taken,
   `bench.ask(point, words, text)` asks for one line at a place and returns it or null, `bench.goTo(point)`
   shows a place, `bench.beside(point)` says how far one is beside the picture, `bench.say(words)` writes
   into the status line, `bench.draw()` draws again. The function el of `dom.js` makes elements; text always
   goes in as text, never as HTML.
"""
