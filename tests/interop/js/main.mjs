// Run cases of the test vectors. Each line of the standard input is JSON, {"group", "case", "without"}: the type of the
// group, the fields of the case, and the names of checks to leave out, if any. The line that answers is {"outputs"};
// {"refused", "check"}: the kind of failure, and the name of the check; or {"crashed"}. Arguments are files of vectors:
// all of their cases run, and the names of the checks that they reach are printed for each group.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Refused, without } from "./checks.mjs";

const MODULES = [
  "app_proofs",
  "addresses",
  "bundles",
  "client_signatures",
  "custom_proofs",
  "envelopes",
  "hpke",
  "mnemonics",
  "payloads",
  "nitro",
  "private_keys",
  "proposals",
  "releases",
  "requests",
  "signature_results",
  "stamps",
  "tokens",
  "votes",
  "webauthn",
  "webhooks",
];
const loaded = await Promise.all(MODULES.map((name) => import(`./${name}.mjs`)));
const GROUPS = Object.assign({}, ...loaded.map((module) => module.GROUPS));

function answer({ group, case: fields, without: names = [] }) {
  if (!Object.hasOwn(GROUPS, group)) return { unknown: group, reached: [] };
  const { result, error, reached } = without(names, () => GROUPS[group](fields));
  if (!error) return { outputs: result, reached };
  if (error instanceof Refused) return { refused: error.code, check: error.check, reached };
  return { crashed: String(error.stack), reached };
}

if (process.argv.length > 2) {
  const checks = {};
  for (const file of process.argv.slice(2)) {
    const { testGroups } = JSON.parse(readFileSync(file, "utf8"));
    for (const { type, tests } of testGroups) {
      const names = (checks[file.replace(/^.*\/|\.json$/g, "")] ??= {});
      const reached = tests.flatMap((each) => answer({ group: type, case: each }).reached);
      names[type] = [...new Set(reached)].sort();
    }
  }
  process.stdout.write(`${JSON.stringify(checks, null, 1)}\n`);
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const { reached, ...rest } = answer(JSON.parse(line));
    process.stdout.write(`${JSON.stringify(rest)}\n`);
  }
}
