"""People: guests, members, how they are known again, the company they keep."""
