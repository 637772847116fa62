// Every reason to refuse has a name.

/** How this implementation refuses; anything else that is thrown is a crash. */
export class Refused extends Error {
  constructor(code, check) {
    super(`${code}: ${check}`);
    this.name = "Refused";
    this.code = code;
    this.check = check;
  }
}

/** Refuse unless the condition holds. */
export function need(check, condition, code = "malformed") {
  if (!condition) throw new Refused(code, check);
}

/** Refuse: there is nothing to go on with. */
export function refuse(check, code = "malformed") {
  throw new Refused(code, check);
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
