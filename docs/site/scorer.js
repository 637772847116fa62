// Pages come before the names of Python and the options of commands, which are many; an exact name comes first.
var Scorer = {
  score: (result) => result[4],
  objNameMatch: 20,
  objPartialMatch: 1,
  objPrio: { 0: 3, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 12,
  partialTerm: 2,
};
