"""What the tests share: games and set-ups to run over, random games, wire records, pointers."""
