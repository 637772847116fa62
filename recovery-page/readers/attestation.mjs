// Attestation statements: wire-formats.md, section 8.3.
import { FORMATS } from "./attestation_formats.mjs";
import { holds, need } from "./checks.mjs";
import { checkRsa, verifyRsa } from "./cose.mjs";
import { ed25519Point, point, verifyDer, verifyEd25519 } from "./curves.mjs";
import { bytes, der, hex, sha256 } from "./encodings.mjs";
import { certificate, checkPath, constraints, issuedBy, validAt } from "./x509.mjs";

const AAGUID = "1.3.6.1.4.1.45724.1.1.4";
const [COUNTRY, ORGANIZATION, UNIT, COMMON_NAME] = ["2.5.4.6", "2.5.4.10", "2.5.4.11", "2.5.4.3"];
const MAX_CERTIFICATES = 6;
const ALGORITHM_OF = { ec: -7, ed25519: -8, rsa: -257 };

/** Verify by the key of the first certificate, which is on P-256 or Ed25519, or RSA. */
function verifyByLeaf(leaf, alg, message, signature) {
  const { key } = leaf;
  need(
    "packed.key-type",
    Object.hasOwn(ALGORITHM_OF, key.kind) && (key.kind !== "ec" || key.curve === "P-256"),
    "unsupported",
  );
  need("packed.alg-of-certificate", alg === ALGORITHM_OF[key.kind]);
  if (key.kind === "ec") {
    const data = point(key.data, "p256", ["uncompressed", "compressed"], "packed.key");
    verifyDer(signature, message, data, "p256", "packed.signature");
  } else if (key.kind === "ed25519") {
    verifyEd25519(signature, message, ed25519Point(key.data, "packed.key"), "packed.signature");
  } else {
    checkRsa(key.n, key.e, "packed.rsa");
    verifyRsa(signature, message, key.n, key.e, "packed.signature");
  }
}

function checkLeaf(leaf, aaguid) {
  need("packed.version", leaf.version === 3);
  need("packed.end-entity", constraints(leaf).there && !constraints(leaf).ca);
  for (const type of [COUNTRY, ORGANIZATION, UNIT, COMMON_NAME]) {
    const values = leaf.names.filter((name) => name.type === type).map(({ value }) => value);
    need(`packed.subject-${type}-once`, values.length === 1 && Boolean(values[0]));
    if (type === COUNTRY) need("packed.country", /^[A-Za-z]{2}$/.test(values[0] ?? ""));
    if (type === UNIT) need("packed.unit", values.includes("Authenticator Attestation"));
  }
  checkModel(leaf, aaguid);
}

/** The model of a certificate, if it is for one. */
function checkModel(leaf, aaguid) {
  const extension = leaf.extensions.get(AAGUID);
  if (!extension) return;
  need("packed.aaguid-critical", !extension.critical);
  const { tag, content, rest } = der(extension.value, "packed.aaguid");
  need("packed.aaguid", tag === 4 && rest.length === 0 && content.equals(aaguid), "bad-signature");
}

/** Whether a path leads from the first certificate to an anchor. */
function leadsTo(chain, anchors, now) {
  return chain.some((last, index) =>
    anchors.some((anchor) => {
      const begin = chain.slice(0, index + 1);
      const path = last.data.equals(anchor.data) ? begin : [...begin, anchor];
      return holds(() => {
        if (path.length > begin.length) issuedBy(last, anchor, "packed.anchor");
        for (const each of path) validAt(each, now, "packed.anchor-valid");
        checkPath(path, "packed.path");
      });
    }),
  );
}

function verifyPacked({ statement, data, clientData, key, aaguid }, now) {
  const [alg, signature, x5c] = ["alg", "sig", "x5c"].map((name) => statement.get(name));
  need("packed.alg-is-integer", typeof alg === "number");
  need("packed.sig-is-bytes", Buffer.isBuffer(signature));
  const message = bytes(data, sha256(clientData));
  if (!statement.has("x5c")) {
    need("packed.no-ecdaa", !statement.has("ecdaaKeyId"), "unsupported");
    need("packed.alg-of-credential", alg === key.alg);
    key.verify(signature, message);
    return [];
  }
  return verifyChain(x5c, now, (chain) => {
    verifyByLeaf(chain[0], alg, message, signature);
    checkLeaf(chain[0], aaguid);
  });
}

/** Verify what a format asks of the certificates, and that each is issued by the next; give them. */
function verifyChain(x5c, now, checkFirst) {
  need("packed.x5c-limit", !Array.isArray(x5c) || x5c.length <= MAX_CERTIFICATES);
  need("packed.x5c", Array.isArray(x5c) && x5c.length > 0 && x5c.every(Buffer.isBuffer));
  const chain = x5c.map(certificate);
  checkFirst(chain);
  chain.forEach((each, index) => {
    validAt(each, now, "packed.valid");
    need("packed.subject-twice", !chain.slice(0, index).some(({ subject }) => subject.equals(each.subject)));
    if (index === 0) return;
    need("packed.authority", constraints(each).ca);
    issuedBy(chain[index - 1], each, "packed.chain");
  });
  return chain;
}

/** Verify a statement; what it shows, and whether it leads to an anchor. */
export function verifyStatement(read, { trustAnchors = [], allowUnanchored = false, allowSoftwareKey = false, now }) {
  const anchors = trustAnchors.map((each) => certificate(hex(each, "anchor.hex")));
  for (const { key } of anchors) if (key.kind === "rsa") checkRsa(key.n, key.e, "anchor.rsa");
  const mustLead = trustAnchors.length > 0 && !allowUnanchored;
  if (read.fmt === "none") {
    need("none.empty", read.statement.size === 0);
    need("none.anchored", !mustLead, "untrusted-signer");
    return { trust: "none", anchored: false };
  }
  const check = FORMATS.get(read.fmt);
  if (read.fmt !== "packed" && !check) {
    need("statement.format", allowUnanchored, "unsupported");
    return { trust: "unverified", anchored: false };
  }
  const chain = check
    ? verifyChain(read.statement.get("x5c"), now, (certificates) =>
        check({ ...read, allowSoftwareKey }, certificates, verifyByLeaf, (leaf) => checkModel(leaf, read.aaguid)),
      )
    : verifyPacked(read, now);
  if (!chain.length) {
    need("self.anchored", !mustLead, "untrusted-signer");
    return { trust: "self", anchored: false };
  }
  const anchored = leadsTo(chain, anchors, now);
  need("packed.anchored", !mustLead || anchored, "untrusted-signer");
  return { trust: "certified", anchored };
}
