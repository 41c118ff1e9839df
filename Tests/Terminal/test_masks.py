"""The masks of golden screens: text that differs between runs and machines is masked the same way."""
import pytest
from masks import masked


@pytest.mark.parametrize("quick, slow", [
    ("│  200 2.9kB   23ms │", "│  200 2.9kB   1.2s │"), ("│     2.9 kB  23 ms │", "│     2.9 kB  1.2 s │"),
    ("200 OK  2.9 kB  23 ms      ┃", "200 OK  2.9 kB  1.2 s      ┃"), ("9 ms   │", "123 ms │"),
])
def test_how_long_an_exchange_took(quick, slow):
    assert masked(quick) == masked(slow) != quick
