// The English texts of the page, which the build writes into page.html. `FIXED` are the texts of page.html, by the
// value of data-text; `SAID` are said while the page is used.
import { OLDEST } from "../browsers.mjs";

const oldest = Object.entries(OLDEST).map(([name, version]) => `${name} ${version}`);
const BROWSERS = `${oldest.join(", ")}, or a newer version`;

const FIXED = {
  name: "English",
  title: "Recover a wallet",
  language: "Language",
  intro:
    "This page opens an export of your wallet that Turnkey made, the service behind your wallet. It has no way to use a network, and stores nothing. Disconnect this computer all the same.",
  unready: `This page needs JavaScript and ${BROWSERS}. Open the file in such a browser, or use the command line: sealwax recover.`,
  served:
    "This page was opened from a network. Save it as a file, compare its SHA-256 with that of the release, disconnect the computer, and open the file.",
  next: "Next",
  back: "Back",
  exportHeading: "The export",
  exportHelp:
    "Paste the export, choose its file, or drop the file here. The whole answer of the service works too, and so does an e-mail with the export in it.",
  exportLabel: "Text of the export",
  exportFile: "Or the file of the export",
  exportChoice: "There are several exports. Choose the one to open first",
  keyHeading: "The key",
  keyHelp:
    "The private key that opens the export. You or your app kept it, or the service gave it to you, often in a file called export.private. It has 64 digits and letters from a to f.",
  keyLabel: "Private key",
  keyFile: "Or the file of the key",
  keyShow: "Show what is typed",
  organizationHeading: "Your organization",
  organizationHelp:
    "The id of your organization has 36 letters, digits and hyphens. The settings of the service show it. If you do not know it, leave this empty and choose Next.",
  organizationLabel: "Organization id",
  addressHeading: "An address that you know",
  addressHelp:
    "Type a whole address, from an old payment or a screenshot. It shows that this is the right wallet. If you know none, leave this empty and choose Next: the addresses are listed.",
  addressLabel: "Address",
  pathSummary: "I know the path of the account",
  pathLabel: "Path, such as m/44'/60'/0'/0/5",
  resultHeading: "The content of the export",
  listHeading: "The addresses of the wallet",
  networkLabel: "More accounts of a network",
  listPath: "Their path, if you know it (leave it empty for the paths of common programs)",
  listAccounts: "List them",
  typeAddress: "Not here? Type the address",
  codeSummary: "The address as a QR code",
  accountKeySummary: "Watch all payments of this account",
  listCaption: "Compare these addresses with what you have. Only an address that you know shows that it is your wallet.",
  formLabel: "Your wallet program needs (take the first if you do not know)",
  reveal: "Show it",
  hide: "Hide it",
  revealWarning: "Everybody who sees it can take everything that the wallet has. Look behind you, and for cameras.",
  numbered: "Write each word with its number on paper:",
  line: "In one line, to copy:",
  passphrase: "The passphrase, which belongs to the words:",
  othersSummary: "Other forms and formats",
  print: "Print a sheet",
  printWarning: "Print only on a printer that you trust: some keep what they printed.",
  finish: "I have it on paper: test it",
  paperHeading: "Test the paper",
  paperHelp:
    "Type what is on the paper, looking at nothing else. The page tells whether it brings back the wallet, still without a network. One wrong letter on paper can lose everything.",
  paperAlone: "I have no export: test words on paper",
  paperAddress: "An address that you know (leave it empty to list the first ones)",
  test: "Test it",
  clear: "Clear everything",
  skip: "Leave the test out: clear everything",
  endHeading: "Everything is cleared",
  endHelp: "This page has forgotten the export, the key and the secret. It stored nothing. Before you go:",
  endRestore: "Close this window. Connect the computer again, type what you wrote down into your wallet program, and check that it shows your address.",
  endKeep: "Keep the export and its key until the wallet program shows your address. Then delete both, and the e-mail that brought them.",
  endClipboard: "If you copied the secret, copy some other text. If your system keeps a history of the clipboard, clear it.",
  endHistory: "The history of the browser has the name of this file only.",
  again: "Open another export",
  sheetTitle: "Recovery sheet",
  sheetName: "Name of the wallet, and of its owner: ______________________________",
  sheetWarning: "Keep this paper where nobody else finds it. Everybody who reads it can take the coins.",
  sheetEmpty: "Nothing is shown. Choose to show the secret first, then print.",
  about: (version, signer) =>
    `The page is a part of sealwax ${version}. It opens exports of the enclave whose public key is ${signer}.`,
  signed: (key) =>
    `Its release is signed with the key ${key}. The document Recover a wallet says how to check that, and the build number.`,
  unsigned: "This page is not from a signed release. The document Recover a wallet says what to do then.",
  build: "Build",
};

/** The forms of a key, for the sheet. */
const FORMS = {
  hex: "hexadecimal digits",
  "0x": "hexadecimal digits with 0x",
  "xrp-hex": "hexadecimal digits of the XRP Ledger",
  solana: "base58",
  "solana-cli": "a list of 64 numbers (JSON)",
  sui: "suiprivkey (SIP-15)",
  stellar: "an S… key (SEP-23)",
  aptos: "ed25519-priv (AIP-80)",
  wif: "WIF",
  descriptor: "a descriptor",
};

/** The word lists of BIP-39. */
const WORD_LISTS = {
  chinese_simplified: "Chinese simplified",
  chinese_traditional: "Chinese traditional",
  czech: "Czech",
  english: "English",
  french: "French",
  italian: "Italian",
  japanese: "Japanese",
  korean: "Korean",
  spanish: "Spanish",
};

/** How an export was found, by the names that finding.mjs gives. */
const HOW = {
  utf16: "in UTF-16",
  mark: "after a byte order mark",
  "'": "in quotes (')",
  '"': 'in quotes (")',
  "`": "in quotes (`)",
  escaped: "with its quotes escaped",
  base64: "in base64",
  among: "among other text",
  list: "in a list",
  entities: "with &quot; in place of quotes",
  typographic: "with typographic quotes or spaces",
  encoded: "in the encoding of e-mails",
  broken: "with line breaks in it",
};

const COMMAND = "the command line of sealwax";

const part = (missing) =>
  `This is a part of an export: its ${missing} is cut off. Copy it whole, from the first brace to the last, or save the file that the e-mail brought.`;

const COPY = "Open it in its program, select all of it, copy it, and paste it here.";
const otherFiles = (step) => ({
  [`malformed ${step} rtf`]: `This is a file of a word processor (RTF), not plain text. ${COPY}`,
  [`malformed ${step} zip`]: "This is a file of a word processor, or an archive (ZIP). Open it, copy the text in it, and paste it here.",
  [`malformed ${step} pdf`]: `This is a PDF, not plain text. ${COPY}`,
  [`malformed ${step} picture`]: "This is a picture. The page needs a text: ask for the text, or for its file.",
});

/** The problems, by code; the more exact ones by code and step or reason. */
const PROBLEMS = {
  internal: `This page failed. That is a fault of the page: use ${COMMAND}, sealwax recover.`,
  "malformed bundle": "This is not an export of the service. Check that it was copied whole, from the first brace to the last.",
  "malformed bundle key": "This is a private key, not the export. The next step asks for the key. Paste what the service sent here.",
  "malformed bundle import":
    "This is an import bundle: it brings a wallet into the service, and holds none. Ask the service for an export.",
  "malformed bundle digits":
    "This is an export, but a character among its long lines of digits does not belong there, often a space. Copy it again, or save the file that the e-mail brought.",
  "malformed bundle end": part("end"),
  "malformed bundle beginning": part("beginning"),
  "malformed bundle public":
    "This is a public key, not the export. The export is longer: it begins with a brace, and the service sent it.",
  "malformed bundle address": "This is an address, not the export. A later step asks for it.",
  "malformed bundle login": "This is what a log-in sends (a credential bundle), not an export.",
  "malformed bundle words":
    "These are the words of a wallet, not an export. You have what an export would give you. The button “I have no export” tests them.",
  "malformed bundle name": "This is the name of a file, not its content. Choose the file with the button below, or drop it here.",
  ...otherFiles("bundle"),
  "malformed key import": "This is an import bundle, not the key: it brings a wallet into the service.",
  "malformed key public":
    "This is a public key, which opens nothing. The private key was made together with it, and has 64 digits and letters from a to f.",
  "malformed key address": "This is an address, not the key. A later step asks for it.",
  "malformed key login": "This is what a log-in sends (a credential bundle), not the key of an export.",
  "malformed key words": "These are the words of a wallet, not the key of an export.",
  "malformed key name": "This is the name of a file, not its content. Choose the file with the button below, or drop it here.",
  ...otherFiles("key"),
  "malformed key several": "There are several keys in this text, and none of them opens the export.",
  "malformed empty": "Paste the export first, or choose its file.",
  "malformed large": "This is larger than any export. Check that it is the right file.",
  "malformed unreadable": "This file cannot be read. Check that it is still there.",
  "unsupported bundle": `This export has a version that this page does not read. Use the newest version of ${COMMAND}.`,
  "untrusted-signer bundle":
    "This export cannot be trusted: it is signed with another key than the one of the service's enclave. If the service has a deployment of its own for you, use the command line: sealwax recover --signer-public-key.",
  "bad-signature bundle":
    "This export cannot be trusted: the signature of the enclave does not fit. Something of it was changed, or it was not copied whole.",
  "service-error bundle": "This is an error of the service, not an export. Ask for the export again.",
  "not-completed bundle": "The activity in this answer is not completed: there is no export in it yet.",
  "malformed key":
    "This is not the private half of a key. It has 64 digits and letters from a to f. The key of the API does not open an export.",
  "malformed key length": "A key has 64 digits and letters from a to f. This has another number of them.",
  "malformed key character": "A key has 64 digits and letters from a to f. A character of this is neither.",
  "malformed key empty": "Type or paste the key first, or choose its file.",
  "malformed key export": "This is the export. Its key is another text or file.",
  "unsupported key":
    "This page does not read keys in PEM, encrypted keys, or keys on other curves. The command line converts them: sealwax convert-key --type target --to hex --output export.private FILE",
  "key-mismatch key": "The public key in this text belongs to another private key.",
  "wrong-organization organization":
    "The export is signed for another organization. Compare each character, or leave the field empty to see the organization of the export.",
  "wrong-organization organization short":
    "The id of an organization has 36 letters, digits and hyphens. Type it whole, or leave the field empty to see the organization of the export.",
  "malformed organization id": "The export names no id of the usual form. Type the id that you know.",
  "malformed organization": "The enclave signed this export, but its inner parts are malformed. Ask for the export again.",
  "decryption-failed organization":
    "This key does not open the export. It was made for another key, or a character of this one is wrong. Choose Back, and correct the key or try another one.",
  "malformed organization content": `The export opens, but not to a wallet or a key. Use ${COMMAND}, sealwax decrypt-secret or decrypt-wallet --raw.`,
  "wrong-address wallet": "The wallet does not have this address among its first accounts.",
  "wrong-address path": "The wallet does not have this address at that path.",
  "wrong-address key": "The key does not belong to this address.",
  "malformed path": "This is not a path. A path begins with m/ and has numbers, such as m/44'/60'/0'/0/5.",
  "malformed path alone": "A path needs the address: type it too, or leave both empty. The list of the addresses then takes a path.",
  "malformed paper empty": "Type what is on the paper first, or leave the test out.",
  "malformed paper unknown": "The paper does not give the wallet back yet.",
  "malformed paper alone": "These words are not a wallet yet.",
  "malformed paper checksum":
    "Each word is in the list, but together they are not a wallet: a word is another word of the list, or two changed places.",
  "wrong-address paper address":
    "The words are valid, but their first accounts do not have this address. Check the address and the passphrase: another passphrase is another wallet.",
  "wrong-address paper words": "The paper differs from the wallet. Choose Back and Show it, and correct the paper.",
  "wrong-address paper passphrase": "The words are right, but the passphrase differs.",
  "wrong-address paper spaces": "The words are right, but the passphrase differs in its spaces.",
  "wrong-address paper text": "The paper differs from the secret. Choose Back and Show it, and correct the paper.",
  "malformed words": `These words are too long to derive an account. Use ${COMMAND}.`,
  "unsupported address": "This does not look like a whole address of a network that this page knows. Check that it was copied whole.",
  "unsupported address white": "There is white space in the address. Type it without.",
  "unsupported address unseen": "The address has a character that cannot be seen, which often comes from copying. Type it instead of pasting it.",
  "unsupported address link": "This is a link. Copy the address alone.",
  "unsupported address payment": "Leave out what stands before the colon, and everything from the question mark on.",
  "unsupported address question": "Leave out everything from the question mark on.",
  "unsupported address punctuation": "There is punctuation around the address. Leave that out.",
  "unsupported address character": "The address has a character that no address has.",
  "unsupported address ascii": "The address has characters that no address has. Type it instead of pasting it.",
  "unsupported address short": "The address is shortened. Type it whole.",
  "unsupported address name": "This is a name, not an address. Type the address that it stands for.",
  "unsupported address colon": "Leave out what stands before the colon.",
  "unsupported address 0x": "Write 0x in front of it if it is of Ethereum.",
  "unsupported address hex": "An address of Ethereum has 40 digits after 0x, one of Sui or Aptos 64.",
};

const SAID = {
  lacks: (names) =>
    `This browser is too old for the page: it lacks ${names.join(", ")}. Type no secret here. Open the file in ${BROWSERS}, or use the command line: sealwax recover.`,
  step: (number, of) => `Step ${number} of ${of}`,
  mended: (how) => `It was not as the service sends it, but ${how}. Its signature shows that nothing of it was changed.`,
  exportLine: (number, organization, address) =>
    `${number}. Organization ${organization ?? "of an unusual id"}${address ? `, address ${address}` : ""}`,
  read: (name) => `Read from the file “${name}”.`,
  pasted: "Read from the clipboard.",
  notShown: "It is too long to be shown here. Choose Next.",
  reading: "Looking for exports…",
  exportFound: "This is an export, and it is genuine: the service's enclave signed it.",
  keyMended: "There was more than the key, such as 0x, a name, line breaks, or letters in place of digits. The page kept the key alone.",
  keyBeside: "The key that opens it was in the same text, and is filled in already: choose Next.",
  keyOfSeveral: (count) => `There were ${count} keys. The page took the one that opens the export.`,
  organization: (id) =>
    `The export is signed for the organization ${id}. Is it yours? If it is, or if you do not know, choose Next. If it is not, stop: the export was made for somebody else.`,
  organizationFits: "The export is for the organization that you typed.",
  organizationCase: "This is the organization of the export. Only the capitals differ.",
  searching: "Looking for the address…",
  wrongCapitals: "The capitals in what you typed do not match its checksum, so a character is wrong.",
  near: (owner, line) => `The ${owner} has an address that is nearly what you typed: ${line}`,
  inside: (owner, line) => `The ${owner} has the address that is in it: ${line}`,
  difference: ({ place, typed, own }, owner) => `Character ${place}: you typed ${typed}, the ${owner} has ${own}.`,
  nearYes: (address) => `Yes, mine is ${address}`,
  keyHas: (count) => `It has ${count}.`,
  wrongCharacter: (place) => `It is character ${place}.`,
  otherwise: "Correct the address, or leave it empty to see the addresses in the export.",
  words: (count, language) => `The export has the ${count} words of a wallet (${language}).`,
  notWords: "The export has a text that is not a valid phrase of BIP-39. It is what the enclave sealed, unchanged.",
  hasPassphrase: "The wallet has a passphrase, too. Your wallet program must ask for it: the words alone are another wallet.",
  key: "The export has the key of a single account, not the words of a whole wallet.",
  found: (line) => `It has the address that you know: ${line}`,
  foundCapitals: "Some capitals of what you typed differ from the usual ones. Check where you copied it from.",
  nothingCompared: "No address was compared yet.",
  compareListed: "If one of the addresses below is yours, choose it. Then the key of its account is offered, too.",
  chosen: (line) => `You chose this address of the wallet: ${line}`,
  mine: "This is mine",
  mineLabel: (address) => `This is mine: ${address}`,
  listing: "Deriving the accounts…",
  listed: (network) => `The accounts of ${network} are listed.`,
  groupAtPath: (format, path) => `${format}, at ${path}`,
  group: (format, path, programs) => `${format}, at ${path}: ${programs}`,
  addressCode: (address) => `QR code of the address ${address}`,
  keyCode: "QR code of the key",
  accountKey: (fingerprint, path) =>
    `The public key of the account ${path}. The fingerprint of the wallet is ${fingerprint}. A program that imports it shows all payments, and cannot spend. Anyone who has it sees all payments, too.`,
  accountKeyCode: "QR code of the public key of the account",
  notSeen: "You have not looked at it yet: choose Show it. To go on without seeing it, choose the button below once more.",
  answered: (address) => `The service's answer names the address ${address}. Nobody signed that.`,
  answeredFits: "The key belongs to it. Compare it with the address that you know.",
  answeredDiffers: "The key does NOT belong to it. Check that this is the right answer.",
  account: (format, address, where) => `${format}: ${address}${where ? ` (${where})` : ""}`,
  formWords: "The words, for all accounts",
  formHex: "The key in hex",
  formUsual: "The key of this account",
  formProgram: (name) => `The key of this account, for ${name}`,
  keystore: "This page does not make keystores. The command line does: sealwax account --form keystore, or decrypt-account --format keystore.",
  others: "The command line has them: sealwax account, sealwax convert-key and sealwax addresses.",
  howText: "what is shown here",
  howFile: "a file with what is shown here",
  hidden: "Characters that cannot be seen, or that change the order of others, are shown as \\u{…}.",
  spaceFirst: "It begins with a space, shown as ␣.",
  spaceLast: "It ends with a space, shown as ␣.",
  spacesInside: "It has two spaces or more in a row, shown as ␣.",
  unseenCounts:
    "They count: without them, the words and the passphrase are another wallet, which is empty.",
  unseenTyping: "Few programs let you type a character that cannot be seen: for those, take the key of the account.",
  paperWords: (count) => `The ${count} words on the paper`,
  paperCount: (count, typed) => `The wallet has ${count} words, and these are ${typed}.`,
  paperPlaces: (places) => `Look at ${places.length > 1 ? "the words" : "word"} ${places.join(", ")}.`,
  paperCharacter: (place) => `Look at character ${place}, counted without spaces.`,
  paperPassphrase: "The passphrase on the paper",
  paperPassphraseIfAny: "The passphrase on the paper (leave it empty if there is none)",
  paperAnyWords: "The words on the paper",
  paperAnyCount: (typed) => `A wallet has 12, 15, 18, 21 or 24 words, and these are ${typed}.`,
  paperValid: "The words are valid. The first addresses of their wallet:",
  paperKey: "The key on the paper",
  paperText: "The text on the paper",
  paperUnknown: ({ place, languages, similar }, language) =>
    languages.length
      ? `Word ${place} is in the ${languages.join(" or ")} list, and not in the ${language} list.`
      : `Word ${place} is not in the ${language} list.${similar.length ? ` Similar words: ${similar.join(", ")}` : ""}`,
  paperRight: (line) => `The paper is right. It gives the wallet's address: ${line}`,
  paperSame: "The paper is right: it has what the export has.",
  sheetKey: (program, form) => `Private key${program ? `, for ${program}` : ""}${form ? `, as ${form}` : ""}`,
  endPrograms: (names) => `A program for this wallet: ${names}.`,
  sheetWords: (count, language) => `${count} words, ${language}`,
  sheetDate: (date) => `Date, by the clock of this computer: ${date}`,
  sheetOrganization: (id) => `Organization: ${id}`,
};

/** The texts of the library's tables in another language than English: programs, their paths, and formats. */
const TABLES = {};

export default { FIXED, FORMS, WORD_LISTS, HOW, PROBLEMS, SAID, TABLES };
