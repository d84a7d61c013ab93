"""A house that all HTTP tests visit, and strangers who come to it."""

from collections.abc import Callable, Iterator

import pytest
from serving import Served
from visiting import Visitor


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.db'}")
    yield house
    house.close()


@pytest.fixture(autouse=True)
def no_faults(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever visitors do, the house itself has nothing to complain of."""
    yield
    if "served" in request.fixturenames:
        faults = request.getfixturevalue("served").faults
        seen, faults.seen = faults.seen, []
        assert not seen


@pytest.fixture
def visitor(served: Served) -> Iterator[Callable[..., Visitor]]:
    """Makes people who never came before."""
    made: list[Visitor] = []

    def come(house: Served = served, **details: str) -> Visitor:
        made.append(Visitor(house.url, **details))
        return made[-1]

    yield come
    for each in made:
        each.close()


@pytest.fixture
def ann(visitor: Callable[..., Visitor]) -> Visitor:
    return visitor(name="Ann")


@pytest.fixture
def bob(visitor: Callable[..., Visitor]) -> Visitor:
    return visitor(name="Bob")


@pytest.fixture
def eve(visitor: Callable[..., Visitor]) -> Visitor:
    """Who means no good."""
    return visitor(name="Eve")
