"""The rules, a folder a chapter of the rulebook. Beside them what rests on several chapters: the sudden-death option,
conditions and judgement of orders given ahead, the rulings of the referee."""
