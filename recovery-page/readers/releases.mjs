// Releases that operators approved: wire-formats.md, section 14.5.
import { checkOperators, isWellKnown, keysOf, verifyApprovals } from "./app_proofs.mjs";
import { need, refuse } from "./checks.mjs";
import { base64 } from "./encodings.mjs";
import { checkWritten, openManifest, readApproval, saysTheSame } from "./manifests.mjs";
import { EMPTY_PCRS } from "./nitro.mjs";

const NAME = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/;
const [MAX_APPROVAL, MAX_APPLICATIONS] = [4096, 64];
const PCRS = ["pcr0", "pcr1", "pcr2", "pcr3"];

/** The part of a text up to the last slash, and the part after it. */
function split(path) {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}

/** The files by their folders. */
function byFolder(files) {
  const folders = new Map();
  for (const [path, content] of Object.entries(files)) {
    const [folder, name] = split(path);
    if (!folders.has(folder)) folders.set(folder, new Map());
    folders.get(folder).set(name, base64(content, "release.base64"));
  }
  need("release.applications", folders.size > 0);
  need("release.most-applications", folders.size <= MAX_APPLICATIONS);
  const named = folders.size === 1 || [...folders.keys()].every((folder) => NAME.test(folder));
  need("release.folders", named);
  return folders;
}

function openApplication(files) {
  if (!files.has("manifest")) refuse("release.manifest");
  const data = files.get("manifest");
  const opened = openManifest(data);
  checkWritten(data);
  const told = files.get("manifest.json");
  need("release.for-people", told === undefined || saysTheSame(told, opened));
  const approvals = [...files].filter(([name]) => name.endsWith(".approval")).map(([, content]) => content);
  for (const content of approvals) need("release.approval-size", content.length <= MAX_APPROVAL);
  const read = approvals.map(readApproval);
  const { manifest, hash } = opened;
  const approvedBy = verifyApprovals(read, manifest.manifestSet, hash, "release.approval");
  need("release.threshold", approvedBy.length >= manifest.manifestSet.threshold, "untrusted-signer");
  return { ...opened, approvedBy, approvers: read.map(({ member }) => member) };
}

/** What all applications of a release have alike, by name. */
function shared({ namespace, enclave, manifestSet }) {
  const members = manifestSet.members.map(({ alias, pubKey }) => `${alias} ${pubKey.toString("hex")}`).sort();
  return {
    deployment: split(namespace.name)[0],
    nonce: namespace.nonce,
    ...Object.fromEntries(PCRS.map((name) => [name, enclave[name].toString("hex")])),
    threshold: manifestSet.threshold,
    members: members.join(),
  };
}

/** The keys in arguments, by the applications that they are said to be of. */
function* keysInArguments(args) {
  for (const [index, argument] of args.entries()) {
    const [option, ...value] = argument.split("=");
    const name = /^--([^]+)-public-key$/.exec(option)?.[1];
    if (name !== undefined) yield [name, value.length ? value.join("=") : args[index + 1]];
  }
}

function checkApplication(name, { manifest }, applications) {
  for (const index of PCRS) {
    const value = manifest.enclave[index].toString("hex");
    const worthless = index === "pcr2" ? EMPTY_PCRS.slice(0, 1) : EMPTY_PCRS;
    need(`release.${index}-measured`, !worthless.includes(value), "wrong-enclave");
  }
  const { quorumKey } = manifest.namespace;
  need("release.well-known-key", !isWellKnown(quorumKey.toString("hex")), "wrong-enclave");
  for (const [of, key] of keysInArguments(manifest.pivot.args)) {
    const other = applications.get(of);
    const same = () => other.manifest.namespace.quorumKey.toString("hex") === key;
    need("release.key-in-arguments", other === undefined || same(), "wrong-enclave");
  }
}

function readRelease(files, operators) {
  keysOf(operators);
  const applications = new Map();
  for (const [folder, found] of byFolder(files)) {
    const opened = openApplication(found);
    const name = split(opened.manifest.namespace.name)[1];
    need("release.name", NAME.test(name));
    need("release.folder-name", folder === "" || split(folder)[1] === name, "wrong-enclave");
    checkOperators(operators, opened.approvers, "release.operators");
    applications.set(name, opened);
  }
  for (const [name, opened] of applications) checkApplication(name, opened, applications);
  const [first, ...others] = [...applications.values()].map(({ manifest }) => shared(manifest));
  for (const [name, value] of Object.entries(first))
    need(`release.shared-${name}`, others.every((each) => each[name] === value), "wrong-enclave");
  const [{ manifest }] = applications.values();
  const { threshold, members } = manifest.manifestSet;
  const named = Object.fromEntries(members.map(({ alias, pubKey }) => [alias, pubKey.toString("hex")]));
  return { applications, operators: { nonce: manifest.namespace.nonce, threshold, members: named } };
}

export const GROUPS = {
  EnclaveRelease({ files, operators, refuseOlder = false, namespace }) {
    const { applications, operators: named } = readRelease(files, operators);
    need("release.older", !refuseOlder || named.nonce >= (operators.nonce ?? 0), "wrong-enclave");
    const [{ manifest }] = applications.values();
    const [deployment] = split(manifest.namespace.name);
    need("release.namespace", namespace === undefined || deployment === namespace, "wrong-enclave");
    const each = (get) => Object.fromEntries([...applications].map(([name, opened]) => [name, get(opened)]));
    return {
      applications: each(({ hash }) => hash.toString("hex")),
      approvedBy: each(({ approvedBy }) => approvedBy),
      ...named,
    };
  },
  ReleaseChain({ operators, releases }) {
    keysOf(operators);
    let trusted = { nonce: 0, ...operators };
    for (const files of releases) {
      const { operators: named } = readRelease(files, trusted);
      need("chain.nonce", named.nonce >= trusted.nonce, "wrong-enclave");
      trusted = named;
    }
    return trusted;
  },
};
