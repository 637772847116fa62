// Release lists: wire-formats.md, section 14.5.
import { need } from "./checks.mjs";
import { text } from "./encodings.mjs";
import { EMPTY_PCRS } from "./nitro.mjs";

const DIGITS = { appBinaryDigest: 64, PCR0: 96, PCR1: 96, PCR2: 96, PCR3: 96 };
const NAME = "[0-9A-Za-z][0-9A-Za-z._-]{0,63}";
const VERSION = new RegExp(`^version: (${NAME})$`);
const APPLICATION = new RegExp(`^(${NAME}):$`);
const DIGEST = /^ {2}([0-9A-Za-z]+): ([0-9a-f]+)$/;
const [MAX_SIZE, MAX_APPLICATIONS] = [65536, 64];

function readList(list) {
  need("release.size", Buffer.byteLength(list) <= MAX_SIZE);
  const [first, ...lines] = list.replace(/\n$/, "").split("\n");
  const version = VERSION.exec(first);
  need("release.version", version !== null);
  const applications = new Map();
  let current;
  for (const line of lines) {
    const application = APPLICATION.exec(line);
    if (application !== null) {
      need("release.name-once", application[1] !== "version" && !applications.has(application[1]));
      current = new Map();
      applications.set(application[1], current);
      continue;
    }
    const digest = DIGEST.exec(line);
    need("release.line", current !== undefined && digest !== null && Object.hasOwn(DIGITS, digest[1]));
    need("release.digest-once", !current.has(digest[1]));
    need("release.digits", digest[2].length === DIGITS[digest[1]]);
    current.set(digest[1], digest[2]);
  }
  need("release.applications", applications.size > 0 && applications.size <= MAX_APPLICATIONS);
  for (const digests of applications.values()) {
    need("release.digests", digests.size === Object.keys(DIGITS).length);
    const tells = (name) => !EMPTY_PCRS.includes(digests.get(name));
    need("release.measured", ["PCR0", "PCR1", "PCR3"].every(tells));
  }
  return { version: version[1], applications };
}

export const GROUPS = {
  ReleaseList({ release, application }) {
    const { version, applications } = readList(text(release, "release.text"));
    need("release.application", applications.has(application), "wrong-enclave");
    const digests = applications.get(application);
    return {
      version,
      applications: [...applications.keys()],
      pcr0: digests.get("PCR0"),
      pcr3: digests.get("PCR3"),
      pivotHash: digests.get("appBinaryDigest"),
    };
  },
};
