// The script of the page. It decides with the strict readers of recovery-page/readers, for exports, keys, addresses and
// mnemonics; `answer` gives what they make of a case of the test vectors.
import "./missing.mjs";
import { GROUPS as ADDRESSES } from "#readers/addresses.mjs";
import { GROUPS as BUNDLES } from "#readers/bundles.mjs";
import { Refused } from "#readers/checks.mjs";
import { GROUPS as MNEMONICS } from "#readers/mnemonics.mjs";
import { GROUPS as PRIVATE_KEYS } from "#readers/private_keys.mjs";
import "./page.mjs";

const GROUPS = { ...ADDRESSES, ...BUNDLES, ...MNEMONICS, ...PRIVATE_KEYS };

/** Give the outputs for a case of a group of vectors, or the code of the refusal. */
export function answer(group, fields) {
  if (!Object.hasOwn(GROUPS, group)) return { unknown: group };
  try {
    return { outputs: GROUPS[group](fields) };
  } catch (error) {
    return error instanceof Refused ? { refused: error.code } : { crashed: String(error.stack) };
  }
}
