"""What runs all the time: open tables, bots, notices, the scheduler, other processes."""
