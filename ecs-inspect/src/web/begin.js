// Begins, when all is known.

job(1000, pollWorld);
readHash();
live();
