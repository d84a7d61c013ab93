from ludotheque.house.people.allowance import Allowance


def test_what_was_taken_in_another_process_counts() -> None:
    here, there = Allowance(3, 0), Allowance(3, 0)
    told: list[int] = []
    here.spread = lambda: told.append(1)
    assert here.take("ann")
    here.take("bob")
    here.give_back("bob")
    for who, count in here.drain().items():
        there.spend(who, count)
    assert told
    assert [there.take("ann") for _ in range(3)] == [True, True, False]
    assert [there.take("bob") for _ in range(4)] == [True, True, True, False]


def test_what_was_taken_at_once_in_both_is_owed() -> None:
    here, there = Allowance(2, 0), Allowance(2, 0)
    assert all(each.take("eve") for each in (here, there) for _ in range(2))
    here.spend("eve", 2)
    here.spend("eve", -3)
    assert here.take("eve")
    assert not here.take("eve")
