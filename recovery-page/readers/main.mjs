// Run cases of the test vectors by the protocol of vectors/PROTOCOL.md: a line of JSON for each case on standard input,
// and one for each result on standard output. The reason of a refusal is the name of the check. A case may name checks
// to leave out, in "without". Arguments are files of vectors: all of their cases run, and the names of the checks that
// they reach are printed for each group.
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

function answer({ group, input, without: names = [] }) {
  if (!Object.hasOwn(GROUPS, group)) return { result: "skipped", reason: `no implementation of ${group}`, reached: [] };
  const { result, error, reached } = without(names, () => GROUPS[group](input));
  if (!error) return { result: "accepted", outputs: result, reached };
  if (error instanceof Refused) return { result: "refused", code: error.code, reason: error.check, reached };
  return { result: "crashed", reason: String(error.stack), reached };
}

if (process.argv.length > 2) {
  const checks = {};
  for (const file of process.argv.slice(2)) {
    const { testGroups } = JSON.parse(readFileSync(file, "utf8"));
    for (const { type, tests } of testGroups) {
      const names = (checks[file.replace(/^.*\/|\.json$/g, "")] ??= {});
      const reached = tests.flatMap((each) => answer({ group: type, input: each }).reached);
      names[type] = [...new Set(reached)].sort();
    }
  }
  process.stdout.write(`${JSON.stringify(checks, null, 1)}\n`);
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const task = JSON.parse(line);
    const { reached, ...rest } = answer(task);
    process.stdout.write(`${JSON.stringify({ id: task.id, ...rest })}\n`);
  }
}
