"""A house that gives away packages."""

from tests.projections.export.conftest import own_house

__all__ = ["own_house"]
