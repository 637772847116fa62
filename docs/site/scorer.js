// Pages come before names of Python and options of commands, which are many.
var Scorer = {
  score: (result) => result[4],
  objNameMatch: 11,
  objPartialMatch: 1,
  objPrio: { 0: 3, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 12,
  partialTerm: 2,
};
