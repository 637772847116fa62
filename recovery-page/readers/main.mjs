// Run cases of the test vectors by the protocol of vectors/PROTOCOL.md: a line of JSON for each case on standard input,
// and one for each result on standard output. The reason of a refusal is the name of the check.
import { createInterface } from "node:readline";
import { Refused } from "./checks.mjs";

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

function answer({ group, input }) {
  if (!Object.hasOwn(GROUPS, group)) return { result: "skipped", reason: `no implementation of ${group}` };
  try {
    return { result: "accepted", outputs: GROUPS[group](input) };
  } catch (error) {
    if (error instanceof Refused) return { result: "refused", code: error.code, reason: error.check };
    return { result: "crashed", reason: String(error.stack) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: task.id, ...answer(task) })}\n`);
}
