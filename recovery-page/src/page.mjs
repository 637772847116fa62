// The page: one step at a time. Whatever it shows is set as text, and nothing is kept outside of `state`.
import { LIMITS, RELEASE_KEY, SIGNER, VERSION } from "#facts";
import { openExport, splitWallet } from "#readers/bundles.mjs";
import { holds, Refused } from "#readers/checks.mjs";
import { recognise } from "#readers/mnemonics.mjs";
import { missing } from "./browsers.mjs";
import { whyNoExport, whyNoKey } from "./causes.mjs";
import { qrCode } from "./code.mjs";
import { decoded, findExports, isId, keysBeside, readTargetKeys } from "./finding.mjs";
import {
  comparePassphrases,
  compareWords,
  firstDifference,
  isWordCount,
  likelyLanguage,
  unknownWords,
  wordsIn,
} from "./paper.mjs";
import {
  FIXED,
  fixedTexts,
  FORMS,
  HOW,
  LANGUAGES,
  ofTables,
  preferred,
  PROBLEMS,
  SAID,
  speak,
  WORD_LISTS,
} from "./texts.mjs";
import { marked, unseenIn, visible } from "./unseen.mjs";
import * as wallet from "./wallet.mjs";

const STEPS = ["bundle", "key", "organization", "address", "result", "paper", "end"];
const KEY_BYTES = 32;
// A browser takes seconds to lay out a field with the longest text; a longer one than this is kept beside the field.
const LONGEST_SHOWN = 1 << 16;

const element = (id) => document.getElementById(id);
const say = (id, text) => (element(id).textContent = text);
const show = (id, isShown) => (element(id).hidden = !isShown);
const fieldOf = { bundle: "bundle", key: "key", organization: "organization-id", address: "expected-address", result: "list-path", paper: "paper" };
const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

/** A problem to show: its code, and why, which chooses the text. */
class Problem extends Error {
  constructor(code, reason, ...more) {
    const text = PROBLEMS[`${code} ${reason}`];
    if (text === undefined) throw new Error(`no text for ${code} ${reason}`);
    super(code);
    this.code = code;
    this.lines = [text, ...more];
  }

  /** Set the field with the problem, if it is not the main field of the step. */
  in(field) {
    this.field = field;
    return this;
  }
}

const fresh = () => ({ step: "bundle", kept: {}, content: null, found: null, lines: [], near: null, ways: [], asked: null });
let state = fresh();

/** Run what reads; a refusal becomes a problem of a step, or for another reason that the code has. */
function reading(step, run, reasons = {}) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Problem(error.code, reasons[error.code] ?? step);
  }
}

const SHORT = { "wrong-organization": "organization short" };

/** The text of a field, or of the file for it, with the encoding of the file. */
function given(id) {
  const { value } = element(id);
  const kept = state.kept[id];
  return kept?.value === value ? kept.source : { how: "", content: value };
}

// The steps. Each gives what to say in the next one.

async function takeBundle() {
  const [current, source] = [state, given("bundle")];
  if (!source.content.trim()) throw new Problem("malformed", "empty");
  if (source.content.length > LIMITS.answer) throw new Problem("malformed", "large");
  if (state.source !== source.content) {
    say("note", SAID.reading);
    const { exports, code, check } = await findExports(source);
    if (state !== current) return null;
    say("note", "");
    if (!exports.length && isKey(source)) {
      element("bundle").value = "";
      throw new Problem("malformed", "bundle key");
    }
    if (!exports.length) throw new Problem(code, code === "malformed" ? `bundle ${whyNoExport(source.content, check)}`.trim() : "bundle");
    Object.assign(state, { source: source.content, exports });
    const lines = exports.map((each, place) => SAID.exportLine(place + 1, each.organizationId, visible(each.address ?? "")));
    element("which-export").replaceChildren(...lines.map((line) => make("option", line)));
    show("choice", exports.length > 1);
    if (exports.length > 1) return stay(element("which-export"));
  }
  state.export = state.exports[Math.max(0, element("which-export").selectedIndex)];
  const key = state.export.how ? keysBeside(source).find(opens) : undefined;
  if (key) element("key").value = key;
  return [SAID.exportFound, state.export.how && SAID.mended(howInWords(state.export.how)), key && SAID.keyBeside];
}

const howInWords = (how) => how.split(" ").map((name) => HOW[name]).join(", ");

/** Whether a key opens the chosen export, which names the organization that it is for. */
function opens(key) {
  const { bundle, organizationId } = state.export;
  return holds(() => openExport({ bundle, targetPrivateKey: key, organizationId, signerPublicKey: SIGNER }));
}

/** A key in place of the export; an answer of the service can have as many digits. */
function isKey(source) {
  if (/"(?:data|bundle|exportBundle|activity|code)"/.test(source.content)) return false;
  try {
    readTargetKeys(source);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.code === "unsupported";
  }
}

/** Throw a problem that says what is wrong with the digits of a key, if they are all that was typed. */
function checkDigits(content) {
  const digits = content.trim().replace(/^0x/i, "");
  if (/^[0-9a-f]+$/i.test(digits) && digits.length !== 2 * KEY_BYTES) {
    throw new Problem("malformed", "key length", SAID.keyHas(digits.length));
  }
  const wrong = digits.search(/[^0-9a-foil]/i);
  if (/^\w{64}$/.test(digits) && wrong >= 0) {
    throw new Problem("malformed", "key character", SAID.wrongCharacter(wrong + 1));
  }
}

function takeKey() {
  const source = given("key");
  if (!source.content.trim()) throw new Problem("malformed", "key empty");
  if (source.content.includes("enclaveQuorumPublic")) throw new Problem("malformed", "key export");
  const why = whyNoKey(source.content);
  if (why) throw new Problem("malformed", `key ${why}`);
  checkDigits(source.content);
  const { keys, isMended } = reading("key", () => readTargetKeys(source));
  const key = keys.length > 1 ? keys.find(opens) : keys[0];
  if (!key) throw new Problem("malformed", "key several");
  Object.assign(state, { key, asked: null });
  return [keys.length > 1 ? SAID.keyOfSeveral(keys.length) : isMended && SAID.keyMended];
}

/** A regular expression would search for the end again at each quote. */
function withoutQuotes(text) {
  let [start, end] = [0, text.length];
  while (start < end && "'\"".includes(text[start])) start += 1;
  while (end > start && "'\"".includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function takeOrganization() {
  const typed = withoutQuotes(element("organization-id").value.trim());
  const own = state.export.organizationId;
  if (typed) state.asked = null;
  if (!typed && own === null) throw new Problem("malformed", "organization id");
  if (!typed && state.asked !== own) {
    state.asked = own;
    say("note", SAID.organization(own));
    return stay(element("organization-id"));
  }
  const isSame = own !== null && typed.toLowerCase() === own.toLowerCase();
  const organizationId = !typed || isSame ? own : isId(typed) ? typed.toLowerCase() : typed;
  const { bundle } = state.export;
  const sealed = { bundle, targetPrivateKey: state.key, organizationId, signerPublicKey: SIGNER };
  const plaintext = reading("organization", () => openExport(sealed), isId(organizationId) ? {} : SHORT);
  state.content = reading("organization content", () => contentOf(plaintext));
  Object.assign(state, { found: null, lines: [] });
  return [isSame && (typed === own ? SAID.organizationFits : SAID.organizationCase)];
}

/** A wallet, or a key: no mnemonic has so few bytes. */
function contentOf(plaintext) {
  if (plaintext.length === KEY_BYTES) return { owner: "key", secret: plaintext };
  const { mnemonic, passphrase } = splitWallet(plaintext);
  const { language, entropy } = recognise(mnemonic);
  return { owner: "wallet", mnemonic, passphrase, language, isValid: entropy !== undefined };
}

/** The next export has other words, so the seed stays with the words that it is of. */
const seedOf = (content) => reading("words", () => (content.seed ??= wallet.seedOfWallet(content)));

async function takeAddress() {
  const typed = element("expected-address").value.trim();
  const path = element("path").value.trim();
  if (path && wallet.isWrongPath(path)) throw new Problem("malformed", "path").in("path");
  if (path && !typed) throw new Problem("malformed", "path alone");
  say("note", SAID.searching);
  const current = state;
  const { content } = current;
  const seed = () => seedOf(content);
  const list = async () => {
    if (!current.lines.length) current.lines = content.owner === "key" ? wallet.listKey(content.secret) : await wallet.listWallet(seed());
    return current.lines;
  };
  current.found = null;
  if (!typed) {
    // Words that are too long for a seed are still shown.
    if (content.owner === "key" || content.isValid) await list();
    return [];
  }
  const search = (address) =>
    content.owner === "key" ? wallet.searchKey(content.secret, address) : wallet.searchWallet(seed(), address, path);
  const isKnown = wallet.formatsLike(typed).length > 0;
  if (isKnown) current.found = await search(typed);
  if (current.found) return [];
  const inside = isKnown ? undefined : wallet.addressIn(typed);
  const near = (inside && (await search(inside))) ?? wallet.nearest(inside ?? typed, await list());
  current.near = near ?? null;
  const help = near
    ? [
        inside === near.address ? SAID.inside(content.owner, inWords(near)) : SAID.near(content.owner, inWords(near)),
        ...wallet.differences(inside ?? typed, near).map((each) => SAID.difference(each, content.owner)),
      ]
    : [];
  if (!isKnown) throw new Problem("unsupported", `address${wallet.whyUnknown(typed)}`, ...help, SAID.otherwise);
  const reason = content.owner === "key" ? "key" : path ? "path" : "wallet";
  throw new Problem("wrong-address", reason, ...(wallet.hasWrongCapitals(typed) ? [SAID.wrongCapitals] : []), ...help, SAID.otherwise);
}

const TAKE = {
  bundle: takeBundle,
  key: takeKey,
  organization: takeOrganization,
  address: takeAddress,
  result: takeResult,
  paper: takePaper,
  end: () => [],
};

/** A secret that was never shown is cleared only when it is asked for again. */
function takeResult() {
  if (state.mayClear) return [];
  state.mayClear = true;
  say("note", SAID.notSeen);
  return stay(element("reveal"));
}

/** Test the paper: it has the same words, and they give the same address. */
async function takePaper() {
  if (state.isTested) return [];
  const current = state;
  const { content, found } = current;
  const typed = element("paper").value;
  const passphrase = element("paper-passphrase").value;
  if (!typed.trim()) throw new Problem("malformed", "paper empty");
  if (!content) return takePaperAlone(wordsIn(typed), passphrase);
  let line = found;
  const way = chosenWay();
  if (way.isWords && content.isValid) {
    const words = { mnemonic: checkWords(typed, content).join(" "), passphrase: content.passphrase };
    if (content.passphrase) checkPassphrase(passphrase, content.passphrase);
    const [first] = wallet.usual(current.lines);
    line ??= first;
    if (line) line = await wallet.searchWallet(wallet.seedOfWallet(words), line.address, line.path);
    if (state !== current) return null;
  } else {
    const place = firstDifference(typed, way.text());
    if (place) throw new Problem("wrong-address", "paper text", SAID.paperCharacter(place));
  }
  state.isTested = true;
  enterPaper();
  say("note", line ? SAID.paperRight(inWords(line)) : SAID.paperSame);
  return stay(element("next"));
}

/** Words without an export: they are a mnemonic, and have the address that the person knows. */
async function takePaperAlone(words, passphrase) {
  const current = state;
  const language = likelyLanguage(words);
  const named = unknownWords(words, language).map((each) => saidOfUnknown(each, WORD_LISTS[language]));
  if (!isWordCount(words.length)) named.push(SAID.paperAnyCount(words.length));
  if (named.length) throw new Problem("malformed", "paper alone", ...named);
  const mnemonic = words.join(" ");
  if (recognise(mnemonic).entropy === undefined) throw new Problem("malformed", "paper checksum");
  const seed = reading("words", () => wallet.seedOfWallet({ mnemonic, passphrase }));
  const address = element("paper-address").value.trim();
  const isKnown = !address || wallet.formatsLike(address).length > 0;
  if (!isKnown) throw new Problem("unsupported", `address${wallet.whyUnknown(address)}`).in("paper-address");
  const found = address ? await wallet.searchWallet(seed, address) : undefined;
  if (address && !found) throw new Problem("wrong-address", "paper address").in("paper-address");
  const lines = found ? [] : wallet.usual(await wallet.listWallet(seed));
  if (state !== current) return null;
  state.isTested = true;
  enterPaper();
  say("note", found ? SAID.paperRight(inWords(found)) : [SAID.paperValid, ...lines.map(inWords)].join("\n"));
  return stay(element("next"));
}

const saidOfUnknown = (unknown, language) =>
  SAID.paperUnknown({ ...unknown, languages: unknown.languages.map((each) => WORD_LISTS[each]) }, language);

/** The words on the paper, which must be those of the wallet. */
function checkWords(typed, content) {
  const { words, count, unknown, differing } = compareWords(typed, content.mnemonic, content.language);
  const language = languageOf(content);
  const named = unknown.map((each) => saidOfUnknown(each, language));
  if (words.length !== count) named.push(SAID.paperCount(count, words.length));
  if (named.length) throw new Problem("malformed", "paper unknown", ...named);
  if (differing.length) throw new Problem("wrong-address", "paper words", SAID.paperPlaces(differing));
  return words;
}

function checkPassphrase(typed, passphrase) {
  const found = comparePassphrases(typed, passphrase);
  if (found === "same") return;
  const reason = found === "spaces" ? "paper spaces" : "paper passphrase";
  throw new Problem("wrong-address", reason, ...unseenIn(passphrase).map((name) => SAID[name])).in("paper-passphrase");
}

function paperLabel() {
  const { content } = state;
  if (!content) return SAID.paperAnyWords;
  if (!chosenWay().isWords) return SAID.paperKey;
  return content.isValid ? SAID.paperWords(wordsOf(content).length) : SAID.paperText;
}

/** Show what the paper is asked for, and whether it was tested. */
function enterPaper() {
  const { content, isTested } = state;
  say("paper-label", paperLabel());
  say("paper-passphrase-label", content ? SAID.paperPassphrase : SAID.paperPassphraseIfAny);
  show("paper-with-passphrase", !content || Boolean(chosenWay().isWords && content.passphrase));
  show("paper-with-address", !content);
  say("next", isTested ? FIXED.clear : FIXED.test);
  show("skip", !isTested);
}

/** Stay on the step, with the focus on a field that is to be filled in. */
function stay(field) {
  field.focus();
  return null;
}

// The result.

function inWords({ format, address, path, variant }) {
  return SAID.account(wallet.formatInWords(format), address, [path, variant].filter(Boolean).join(", "));
}

function enterResult() {
  const { content, found, lines } = state;
  const isWallet = content.owner === "wallet";
  const facts = [
    !isWallet && SAID.key,
    isWallet && (content.isValid ? SAID.words(wordsOf(content).length, languageOf(content)) : SAID.notWords),
    isWallet && content.passphrase !== null && SAID.hasPassphrase,
    found && (found.isChosen ? SAID.chosen(inWords(found)) : SAID.found(inWords(found))),
    (!found || found.isChosen) && SAID.nothingCompared,
    !found && lines.length > 0 && SAID.compareListed,
    found?.wrongCase && SAID.foundCapitals,
    ...(found ? [] : answeredFacts(content, state.export.address)),
    found && ofTables(wallet.adviceOf(found.format)),
  ];
  element("facts").replaceChildren(...facts.filter(Boolean).map((fact) => make("li", fact)));
  show("listing", lines.length > 0 && (!found || found.isChosen));
  element("addresses").replaceChildren(...wallet.usual(lines).map((line) => choosable(line, inWords(line))));
  show("more-accounts", isWallet);
  show("code-details", Boolean(found));
  element("code-details").open = false;
  element("address-code").replaceChildren(...(found ? [qrCode(found.address, SAID.addressCode(found.address))] : []));
  enterAccountKey(isWallet && found ? wallet.bitcoinAccountKey(seedOf(content), found) : undefined);
  const { ways, hasKeystore } = found ? wallet.waysOf(found) : { ways: [], hasKeystore: false };
  const hex = () => content.secret.toString("hex");
  state.ways = [
    ...(isWallet ? [{ label: SAID.formWords, text: () => content.mnemonic, isWords: true }] : []),
    ...ways.map((way) => ({ ...way, label: way.name ? SAID.formProgram(ofTables(way.name)) : SAID.formUsual })),
    ...(isWallet ? [] : [{ label: SAID.formHex, form: "hex", text: hex }]),
  ];
  element("form-of-secret").replaceChildren(...state.ways.map(({ label }) => make("option", label)));
  say("others", hasKeystore ? `${SAID.keystore} ${SAID.others}` : SAID.others);
  element("others-details").open = false;
  hideSecret();
}

/** A line of a list with a button that chooses its address. */
function choosable(line, text) {
  const item = document.createElement("li");
  const button = Object.assign(make("button", SAID.mine), { type: "button" });
  button.setAttribute("aria-label", SAID.mineLabel(line.address));
  button.addEventListener("click", () => {
    if (isBusy) return;
    state.found = { ...line, isChosen: true };
    enterResult();
    setSeen(false);
    say("note", "");
    lookAt("result");
  });
  item.replaceChildren(make("span", text), button);
  return item;
}

/** List the accounts of the chosen network, at a path or at the first paths of common programs. */
async function listAccounts() {
  if (isBusy) return;
  const { value: network } = element("network");
  const current = state;
  await working(async () => {
    clearProblem();
    const path = element("list-path").value.trim();
    if (path && wallet.isWrongPath(path)) throw new Problem("malformed", "path");
    say("note", SAID.listing);
    const seed = seedOf(current.content);
    const groups = path ? wallet.accountsAt(seed, network, path) : await wallet.accountsOf(seed, network);
    if (state !== current) return;
    element("accounts").replaceChildren(...groups.map(group));
    say("note", SAID.listed(network));
  });
}

function group({ format, path, programs, lines }, place) {
  const words = wallet.formatInWords(format);
  const said = programs ? SAID.group(words, path, ofTables(programs)) : SAID.groupAtPath(words, path);
  const list = document.createElement("ol");
  list.replaceChildren(...lines.map((line) => choosable(line, `${line.address} (${line.path})`)));
  const details = Object.assign(document.createElement("details"), { open: place === 0 });
  details.replaceChildren(make("summary", said), list);
  return details;
}

/** Show the key that watches an account of Bitcoin. */
function enterAccountKey(key) {
  show("account-key-details", key !== undefined);
  element("account-key-details").open = false;
  say("account-key-label", key ? SAID.accountKey(key.fingerprint, key.path) : "");
  say("account-key", key?.text ?? "");
  element("account-key-code").replaceChildren(...(key ? [qrCode(key.text, SAID.accountKeyCode)] : []));
}

/** What the answer of the service says of a key, and whether that is right. */
function answeredFacts(content, address) {
  if (content.owner !== "key" || !address) return [];
  const isKnown = wallet.formatsLike(address).length > 0;
  const verdict = isKnown ? (wallet.searchKey(content.secret, address) ? SAID.answeredFits : SAID.answeredDiffers) : "";
  return [`${SAID.answered(visible(address))} ${verdict}`];
}

const languageOf = ({ language }) => WORD_LISTS[language];

const wordsOf = ({ mnemonic }) => mnemonic.normalize("NFC").split(/\s+/u).filter(Boolean);
const chosenWay = () => state.ways[element("form-of-secret").selectedIndex];

function hideSecret() {
  for (const id of ["secret", "passphrase", "hidden-characters"]) say(id, "");
  for (const id of ["words", "secret-code", "sheet-content"]) element(id).replaceChildren();
  show("sheet-empty", true);
  show("shown", false);
  element("reveal").setAttribute("aria-expanded", "false");
  say("reveal", FIXED.reveal);
  const how = ofTables(chosenWay()?.how ?? "");
  say("how", how.replace("{text}", SAID.howText).replace("{file}", SAID.howFile));
}

/** Until the secret was shown, the button that shows it is the one to choose. */
function setSeen(isSeen) {
  state.mayClear = isSeen;
  element("form").classList.toggle("unseen", !isSeen);
}

function revealSecret() {
  const { content, found } = state;
  setSeen(true);
  const way = chosenWay();
  const text = way.text();
  const isNumbered = way.isWords && content.isValid;
  const passphrase = way.isWords ? (content.passphrase ?? "") : "";
  const words = isNumbered ? wordsOf(content) : [];
  element("words").replaceChildren(...words.map((word) => make("li", word)));
  show("as-words", isNumbered);
  const nodes = () => (isNumbered ? [visible(text)] : marked(text));
  element("secret").replaceChildren(...nodes());
  element("passphrase").replaceChildren(...marked(passphrase));
  show("with-passphrase", passphrase !== "");
  const unseen = unseenWords(isNumbered ? passphrase : `${text}${passphrase}`);
  say("hidden-characters", unseen && `${unseen} ${SAID.unseenTyping}`);
  show("hidden-characters", unseen !== "");
  element("secret-code").replaceChildren(...(way.isWords ? [] : [qrCode(text, SAID.keyCode)]));
  const paper = (parts) => {
    const line = Object.assign(document.createElement("p"), { className: "text" });
    line.replaceChildren(...parts);
    return line;
  };
  const list = document.createElement("ol");
  list.replaceChildren(...words.map((word) => make("li", word)));
  element("sheet-content").replaceChildren(
    ...(isNumbered ? [list] : [make("p", sheetKind(way)), paper(nodes())]),
    ...(passphrase ? [make("p", FIXED.passphrase), paper(marked(passphrase))] : []),
    ...(unseen ? [make("p", unseen)] : []),
    ...sheetFacts(isNumbered).map((fact) => make("p", fact)),
  );
  show("sheet-empty", false);
  show("shown", true);
  element("reveal").setAttribute("aria-expanded", "true");
  say("reveal", FIXED.hide);
}

/** Describe the characters of a secret that are easy to miss. */
function unseenWords(text) {
  const names = unseenIn(text);
  return names.length ? [...names.map((name) => SAID[name]), SAID.unseenCounts].join(" ") : "";
}

/** The kind of text on a sheet without words: a key with its program and form, or another text. */
function sheetKind({ isWords, name, form }) {
  if (isWords) return SAID.notWords;
  // A form of a test network or of a kind of address has a longer name.
  const words = FORMS[form] ?? FORMS[form.split("-")[0]];
  return SAID.sheetKey(name && ofTables(name), words);
}

/** The facts that tell a sheet from others; none of them opens the wallet. */
function sheetFacts(isNumbered) {
  const { content, found } = state;
  const { organizationId } = state.export;
  const today = new Date();
  const parts = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
  return [
    ...(isNumbered ? [SAID.sheetWords(wordsOf(content).length, languageOf(content))] : []),
    ...(found ? [inWords(found)] : []),
    ...(organizationId ? [SAID.sheetOrganization(organizationId)] : []),
    SAID.sheetDate(parts.map((part) => String(part).padStart(2, "0")).join("-")),
    FIXED.sheetName,
  ];
}

/** The programs that take what was on the paper: words, or the key for a program. */
function programsForEnd() {
  const { content, found } = state;
  const way = chosenWay();
  if (way && !way.isWords) return way.name && ofTables(way.name);
  return ofTables(wallet.programsOfWords(found?.format, Boolean(content?.passphrase)));
}

/** Forget everything at the end, but name the programs for the wallet. */
function forgetAll() {
  const names = programsForEnd();
  clear();
  say("end-programs", names ? SAID.endPrograms(names) : "");
  show("end-programs", Boolean(names));
}

/** Forget everything: the state, the fields, and what is shown. */
function clear() {
  state = fresh();
  clearProblem();
  say("note", "");
  element("form").reset();
  say("others", "");
  for (const id of ["facts", "addresses", "accounts", "address-code", "form-of-secret", "which-export"]) element(id).replaceChildren();
  enterAccountKey(undefined);
  maskKey();
  hideSecret();
  show("choice", false);
  element("path-details").open = false;
  say("paper-label", "");
  say("paper-passphrase-label", "");
  show("end-programs", false);
}

// Between the steps.

function clearProblem() {
  const error = element("error");
  error.textContent = "";
  delete error.dataset.code;
  show("near-question", false);
  say("near", "");
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function tell({ code, lines, field: id = fieldOf[state.step] }) {
  say("note", "");
  const error = element("error");
  error.dataset.code = code;
  error.textContent = lines.join("\n");
  show("near-question", state.near !== null && state.step === "address");
  // A person whose address is not found may know its path.
  if (state.step === "address" && state.content?.owner === "wallet") element("path-details").open = true;
  if (state.near) say("near", SAID.nearYes(state.near.address));
  const field = element(id);
  field?.setAttribute("aria-invalid", "true");
  field?.focus();
  error.scrollIntoView({ block: "nearest" });
}

function go(step, said = []) {
  clearProblem();
  setSeen(step !== "result");
  if (step === "result") enterResult();
  else hideSecret();
  if (step === "end") forgetAll();
  state.step = step;
  for (const each of STEPS) show(`step-${each}`, each === step);
  const number = placeOf(step) + 1;
  // Words without an export have no other steps.
  say("progress", step === "paper" && !state.content ? "" : SAID.step(number, STEPS.length));
  say("note", said.filter(Boolean).join("\n"));
  say("next", { result: FIXED.finish, end: FIXED.again }[step] ?? FIXED.next);
  show("skip", false);
  state.isTested = false;
  for (const id of ["paper", "paper-passphrase", "paper-address"]) element(id).value = "";
  if (step === "paper") enterPaper();
  show("back", number > 1 && step !== "end");
  show("languages", number === 1);
  lookAt(step);
}

/** Begin to read a step at its heading; the button that shows the secret is in view, too. */
function lookAt(step) {
  element(`step-${step}`).querySelector("h2").focus();
  scrollTo(0, 0);
  if (step === "result") element("reveal").scrollIntoView({ block: "nearest" });
}

// The history of the browser has the number of each step, so that its button Back goes a step back.

const placeOf = (step) => STEPS.indexOf(step);
const placeInHistory = () => history.state ?? 0;

/** Follow the button Back. Forward does nothing, as Next checks what was given; nothing is left behind the end. */
function followHistory() {
  if (state.step === "end") go("bundle");
  const [place, current] = [placeInHistory(), placeOf(state.step)];
  if (place < current && !isBusy) go(STEPS[place]);
  else if (place !== current) history.go(current - place);
}

/** Begin again, with the history at its beginning. */
function restart() {
  go("bundle");
  if (placeInHistory()) history.go(-placeInHistory());
}

let isBusy = false;

async function next(event) {
  event.preventDefault();
  if (isBusy) return;
  clearProblem();
  const current = state;
  current.near = null;
  await working(async () => {
    const said = await TAKE[current.step]();
    if (said !== null && state === current) goOn(said);
  });
}

/** Do something while nothing else can be chosen, and tell its problem. */
async function working(run) {
  isBusy = true;
  element("next").setAttribute("aria-disabled", "true");
  const current = state;
  try {
    await run();
  } catch (error) {
    if (state === current) tell(error instanceof Problem ? error : { code: "internal", lines: [PROBLEMS.internal] });
    if (!(error instanceof Problem)) throw error;
  } finally {
    isBusy = false;
    element("next").removeAttribute("aria-disabled");
  }
}

function goOn(said) {
  const place = placeOf(state.step) + 1;
  if (place === STEPS.length) return restart();
  history.pushState(place, "");
  go(STEPS[place], said);
}

// Files and fields.

async function take(file, id) {
  clearProblem();
  if (file.size > LIMITS.answer) return tell(new Problem("malformed", "large"));
  const current = state;
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return state === current ? tell(new Problem("malformed", "unreadable")) : undefined;
  }
  // The page may have forgotten everything in the meantime.
  if (state !== current) return undefined;
  return keep(id, decoded(bytes), SAID.read(visible(file.name)));
}

/** Keep what a file or the clipboard gave; show it in its field unless it is long. */
function keep(id, source, said) {
  const isLong = source.content.length > LONGEST_SHOWN;
  const field = element(id);
  field.value = isLong ? "" : source.content;
  state.kept[id] = { source, value: field.value };
  say("note", isLong ? `${said} ${SAID.notShown}` : said);
}

function paste(event) {
  const content = event.clipboardData.getData("text/plain");
  if (content.length <= LONGEST_SHOWN) return;
  event.preventDefault();
  clearProblem();
  keep(event.target.id, { how: "", content }, SAID.pasted);
}

// Languages.

/** Put the texts of a language into the page. */
function translate(tag) {
  speak(tag);
  document.documentElement.lang = tag;
  const texts = fixedTexts({ VERSION, SIGNER, RELEASE_KEY });
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = texts[each.dataset.text];
}

/** Offer the languages, with the one that the browser prefers. */
function offerLanguages() {
  const select = element("language");
  const option = ([tag, { FIXED: { name } }]) => Object.assign(make("option", name), { value: tag, lang: tag });
  select.replaceChildren(...Object.entries(LANGUAGES).map(option));
  select.value = preferred(navigator.languages);
  translate(select.value);
  select.addEventListener("change", () => {
    if (isBusy) {
      select.value = document.documentElement.lang;
      return;
    }
    translate(select.value);
    // The exports of a choice are found again, in the other language.
    delete state.source;
    show("choice", false);
    go("bundle");
    select.focus();
  });
}

const maskKey = () => element("key").classList.toggle("masked", !element("key-shown").checked);

function start() {
  // An old browser has been told so: missing.mjs.
  if (missing().length) return;
  show("unready", false);
  show("form", true);
  // Android opens a file with an address of its own.
  show("served", location.protocol.startsWith("http"));
  element("form").addEventListener("submit", next);
  element("back").addEventListener("click", () => isBusy || history.back());
  element("near").addEventListener("click", () => {
    element("expected-address").value = state.near.address;
    element("path").value = state.near.path ?? "";
    element("next").click();
  });
  element("reveal").addEventListener("click", () => (element("shown").hidden ? revealSecret() : hideSecret()));
  element("form-of-secret").addEventListener("change", hideSecret);
  element("print").addEventListener("click", () => print());
  element("network").replaceChildren(...wallet.NETWORKS.map((network) => make("option", network)));
  element("list-accounts").addEventListener("click", listAccounts);
  element("type-address").addEventListener("click", () => isBusy || history.back());
  element("skip").addEventListener("click", () => isBusy || goOn([]));
  element("paper-alone").addEventListener("click", () => {
    if (isBusy) return;
    clear();
    history.pushState(placeOf("paper"), "");
    go("paper");
  });
  for (const id of ["paper", "paper-passphrase", "paper-address"]) {
    element(id).addEventListener("input", () => {
      if (!state.isTested) return;
      state.isTested = false;
      enterPaper();
    });
  }
  element("key-shown").addEventListener("change", maskKey);
  for (const id of ["bundle", "key"]) element(id).addEventListener("paste", paste);
  for (const input of document.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => input.files.length && take(input.files[0], input.dataset.for));
  }
  // A file that is dropped beside a field would replace the page.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (["bundle", "key"].includes(state.step)) take(file, state.step);
  });
  // Nothing stays in a page that the browser keeps for its button Back.
  addEventListener("pagehide", clear);
  addEventListener("pageshow", (event) => event.persisted && restart());
  addEventListener("popstate", followHistory);
  // A step begins at its heading, also on the way back.
  history.scrollRestoration = "manual";
  // A page that was loaded again has the place of its last step; while it loads, a browser may drop a step back.
  history.replaceState(null, "");
  offerLanguages();
  go("bundle");
}

start();
