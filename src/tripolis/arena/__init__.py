"""Matches among bots: leagues with shared shuffles, results in a file, ratings, tests, reports, many machines."""
