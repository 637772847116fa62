// Proposals to export secrets: wire-formats.md, section 4.8.
import { need } from "./checks.mjs";
import { sha256, text, utf8 } from "./encodings.mjs";
import { members, parse, plain, texts } from "./json.mjs";
import { checkBody } from "./requests.mjs";
import { verifyApiKeyStamp } from "./stamps.mjs";

const TYPE = "ACTIVITY_TYPE_EXPORT_SECRETS";
const [HOUR, AHEAD] = [3600000, 300000];
const MOST_STAMPS = 100;

const fingerprintOf = (body) => `sha256:${sha256(utf8(body, "proposal.body")).toString("hex")}`;
const contextOf = ({ requestContext = [] }) => requestContext.map(({ key, value }) => [key, value]);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function exportProposal(input) {
  const parsed = parse(text(input.body, "proposal.body"));
  need("proposal.is-object", parsed instanceof Map);
  const body = plain(parsed);
  need("proposal.type", body.type === TYPE, "invalid-request");
  checkBody("export_secrets", body);
  const { secrets } = body.parameters;
  const keys = new Set(secrets.map(({ targetPublicKey }) => targetPublicKey.toLowerCase()));
  need("proposal.one-recipient", keys.size === 1, "invalid-request");
  const contexts = secrets.map(contextOf);
  need("proposal.one-context", contexts.every((each) => same(each, contexts[0])), "invalid-request");
  const context = new Map(contexts[0]);
  need("proposal.context-names", context.size === contexts[0].length, "invalid-request");
  const { expectedOrganizationId, expectedTargetPublicKey, expectedSecretIds } = input;
  need("proposal.organization", body.organizationId === expectedOrganizationId, "wrong-organization");
  need("proposal.recipient", keys.has(expectedTargetPublicKey.toLowerCase()), "key-mismatch");
  const ids = secrets.map(({ secretId }) => secretId);
  need("proposal.secrets", same([...ids].sort(), [...new Set(expectedSecretIds)].sort()), "invalid-request");
  const wanted = Object.entries(input.expectedRequestContext ?? {});
  const fits = wanted.length === context.size && wanted.every(([key, value]) => context.get(key) === value);
  need("proposal.context", fits, "invalid-request");
  const fingerprint = fingerprintOf(input.body);
  const named = input.expectedFingerprint ?? fingerprint;
  need("proposal.fingerprint", named === fingerprint, "bad-signature");
  const madeAt = Number(body.timestampMs);
  need("proposal.age", input.now - madeAt <= (input.maxAge ?? HOUR), "expired");
  need("proposal.ahead", madeAt - input.now <= AHEAD, "expired");
  return { fingerprint, secretIds: ids, madeAt };
}

function proposalFile({ file }) {
  const parsed = parse(text(file, "proposal-file"));
  const names = ["version", "fingerprint", "body"];
  const { stamps } = members(parsed, [...names, "stamps"], "proposal-file");
  const { version, fingerprint, body } = texts(parsed, names, "proposal-file");
  need("proposal-file.stamps", Array.isArray(stamps));
  const read = stamps.map((each) => texts(each, ["headerName", "headerValue"], "proposal-file.stamp"));
  need("proposal-file.version", version === "sealwax-proposal-v1", "unsupported");
  need("proposal-file.fingerprint", fingerprint === fingerprintOf(body), "bad-signature");
  need("proposal-file.most-stamps", stamps.length <= MOST_STAMPS);
  const signers = read.map(({ headerName, headerValue }) => {
    need("proposal-file.header", headerName === "X-Stamp", "unsupported");
    return verifyApiKeyStamp(headerValue, utf8(body, "proposal.body")).publicKey;
  });
  need("proposal-file.once", new Set(signers).size === signers.length);
  return { body, signers };
}

export const GROUPS = { ExportProposal: exportProposal, ProposalFile: proposalFile };
