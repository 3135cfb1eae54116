"""Traced areas as GeoJSON."""

from __future__ import annotations

import json

from shapely.geometry import mapping

from maps.scan.areas.trace import Traced


def geojson(traced: Traced) -> str:
    """The areas as a FeatureCollection, a feature on each line; points are pixels, y downwards.

    Who touches whom stands in the member `contacts`: two names and how many pixels of border they share.
    """
    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": mapping(shape)}
        for name, shape in traced.areas.items()
    ]
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in features)
    contacts = ",\n".join(json.dumps(contact, ensure_ascii=False) for contact in traced.contacts)
    between = "\n" if contacts else ""
    return (
        f'{{"type": "FeatureCollection", "features": [\n{lines}\n],\n'
        f'"contacts": [{between}{contacts}{between}]}}\n'
    )
