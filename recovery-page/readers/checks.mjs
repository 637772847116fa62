// Every reason to refuse has a name, so that a run can do without one check at a time.

/** How this implementation refuses; anything else that is thrown is a crash. */
export class Refused extends Error {
  constructor(code, check) {
    super(`${code}: ${check}`);
    this.name = "Refused";
    this.code = code;
    this.check = check;
  }
}

const removed = new Set();
const reached = new Set();

/** Refuse unless the condition holds, or the check of that name is removed. */
export function need(check, condition, code = "malformed") {
  reached.add(check);
  if (!condition && !removed.has(check)) throw new Refused(code, check);
}

/** Whether a check is in force, where removing it means to read more leniently. */
export function inForce(check) {
  reached.add(check);
  return !removed.has(check);
}

/** Refuse whatever the removed checks are: there is nothing to go on with. */
export function refuse(check, code = "malformed") {
  throw new Refused(code, check);
}

/** Run with some checks removed; give the result, and the names of the checks that were reached. */
export function without(names, run) {
  removed.clear();
  reached.clear();
  for (const name of names) removed.add(name);
  try {
    return { result: run(), reached: [...reached] };
  } catch (error) {
    return { error, reached: [...reached] };
  } finally {
    removed.clear();
  }
}

/** Whether something does not refuse. */
export function holds(run) {
  try {
    run();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return false;
  }
}
