"""Mutation testing of the rules and of the exchange: are the cases and tests strict enough to notice what is slightly
wrong?

A mutant is one small change of one rule: `<` for `<=`, 4 for 3, `and` for `or`, a statement left out. A mutant is
killed when a case or a test fails with it; one that nobody notices survives and shows where a case is missing.

    pip install -e ".[dev]"                                # brings mutmut, whose mutations are used
    python -m tests.mutation bases supply                  # these modules of the rules; without names all of them
    python -m tests.mutation bases --cases-only            # the case files alone
    python -m tests.mutation --game taiheiyo_senshi        # the rules of another game
    python -m tests.mutation --json result.json --show-survivors
    python -m tests.mutation --room exchange --most 9      # mails, desk, deadlines, copies: nine mutants of each module
    python -m tests.mutation --room exchange sender --tests tests/exchange/test_whose.py tests/exchange/test_intake.py
    python -m tests.mutation --help

The report says, module by module, how many mutants were killed, and which rules are not proven: a rule that
constrains or computes something is proven if a case that names it in `covers:` kills a mutant of that rule. A mutant is
"of a rule" if it lies in a function, a method or a constant that cites the rule (see `citations`).

A run over everything takes the better part of an hour, so it is no part of the test suite; `test_mutation.py` is,
which tries the machinery on a toy. Not mutated: type annotations, assertions (they are for the type checker), doc
strings, imports and decorators, and of the rules the modules that only word, tell or read things (see `rooms`).
Mutants that cannot be noticed because they mean the same count as survivors, unless `equivalent.txt` lists them with
the reason.

How it works: the mutations are those of mutmut, and a few of our own (`mutants`). First every case and every test
runs once, and it is noted which lines of the rules it reaches (`proofs`). Then each mutant is put into the program in
a forked process, where only the cases and tests that reach its lines run, up to the first that fails (`bench`).
Constants, and what is computed while the program is loaded, need the program loaded anew; that is slower. What the
forked process has inherited ready-made (a position several tests share remembers what was worked out about it) hides
mutants, and so does `--patience`: the score errs on the low side.
"""
