"""Measured on maps that are not ours: `python -m bench --real DIR`.

`DIR` holds pictures of published maps beside their truth, made by `python -m bench.real.making`:

    DIR/hexes/NAME/  clean.png flat.jpg phone.jpg truth.json
    DIR/areas/NAME/  clean.png flat.jpg phone.jpg truth.json

`clean.png` is the art as it was published, `flat.jpg` how a flatbed would see it, `phone.jpg` how a phone
would. Every `truth.json` says for each of its pictures, in that picture's pixels (x to the right, y down),
where each hex has its centre, or which ground each area covers and where a person would click it.
"""
