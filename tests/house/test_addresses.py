import pytest

from ludotheque.house.addresses import network_of


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("", "testclient", False),
    ],
)
def test_what_counts_as_one_address(one, other, same):
    assert (network_of(one) == network_of(other)) is same
