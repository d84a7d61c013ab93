"""What tests of tables share besides databases."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for houses and sealed, which tests share
collect_ignore = ["hand_clock.py", "houses.py", "sealed", "under_load.py"]
