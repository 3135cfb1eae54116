"""Longitude and latitude to kilometres: small maps need no more than one plane laid on the globe."""

from __future__ import annotations

import math
from dataclasses import dataclass

KM_PER_DEGREE = 111.32


@dataclass(frozen=True, slots=True)
class Projection:
    """An equirectangular plane that is true at its origin (longitude and latitude in degrees)."""

    lon: float
    lat: float

    def to_km(self, lon: float, lat: float) -> tuple[float, float]:
        """Kilometres east and north of the origin."""
        return ((lon - self.lon) * self._km_per_lon, (lat - self.lat) * KM_PER_DEGREE)

    def to_degrees(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point in kilometres; the inverse of to_km."""
        return (self.lon + x / self._km_per_lon, self.lat + y / KM_PER_DEGREE)

    @property
    def _km_per_lon(self) -> float:
        return KM_PER_DEGREE * math.cos(math.radians(self.lat))
