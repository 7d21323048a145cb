"""What a game is: records, rules, chance, matches, words and the conformance kit."""
