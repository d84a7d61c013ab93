"""Where logs are kept: the database, its tables and migrations, and the thread that writes."""
