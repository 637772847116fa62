// The German texts of the page: see en.mjs.
import { OLDEST } from "../browsers.mjs";

const oldest = Object.entries(OLDEST).map(([name, version]) => `${name} ${version}`);
const BROWSERS = `${oldest.join(", ")} oder eine neuere Version`;

const FIXED = {
  name: "Deutsch",
  title: "Eine Wallet wiederherstellen",
  language: "Sprache",
  intro:
    "Diese Seite öffnet einen Export Ihrer Wallet, den Turnkey erstellt hat, der Dienst hinter Ihrer Wallet. Sie kann kein Netz benutzen und speichert nichts. Trennen Sie diesen Computer trotzdem vom Netz.",
  unready: `Diese Seite braucht JavaScript und ${BROWSERS}. Öffnen Sie die Datei in einem solchen Browser, oder benutzen Sie die Befehlszeile: sealwax recover.`,
  served:
    "Diese Seite wurde aus einem Netz geöffnet. Speichern Sie sie als Datei, vergleichen Sie den SHA-256-Wert mit dem des Release, trennen Sie den Computer vom Netz, und öffnen Sie die Datei.",
  next: "Weiter",
  back: "Zurück",
  exportHeading: "Der Export",
  exportHelp:
    "Fügen Sie den Export ein, wählen Sie seine Datei, oder ziehen Sie die Datei hierher. Die ganze Antwort des Dienstes geht auch, ebenso eine E-Mail mit dem Export.",
  exportLabel: "Text des Exports",
  exportFile: "Oder die Datei des Exports",
  exportChoice: "Es gibt mehrere Exporte. Wählen Sie, welcher zuerst geöffnet wird",
  keyHeading: "Der Schlüssel",
  keyHelp:
    "Der private Schlüssel, der den Export öffnet. Sie oder Ihre App haben ihn aufbewahrt, oder der Dienst hat ihn Ihnen gegeben, oft in einer Datei namens export.private. Er hat 64 Zeichen: Ziffern und Buchstaben von a bis f.",
  keyLabel: "Privater Schlüssel",
  keyFile: "Oder die Datei des Schlüssels",
  keyShow: "Zeigen, was getippt wird",
  organizationHeading: "Ihre Organisation",
  organizationHelp:
    "Die Id Ihrer Organisation hat 36 Zeichen: Buchstaben, Ziffern und Bindestriche. Sie steht in den Einstellungen des Dienstes. Wenn Sie sie nicht kennen, lassen Sie das Feld leer, und wählen Sie Weiter.",
  organizationLabel: "Id der Organisation",
  addressHeading: "Eine Adresse, die Sie kennen",
  addressHelp:
    "Tippen Sie eine ganze Adresse ein, etwa aus einer alten Zahlung oder von einem Bildschirmfoto. Sie zeigt, dass es die richtige Wallet ist. Wenn Sie keine kennen, lassen Sie das Feld leer, und wählen Sie Weiter: dann werden die Adressen aufgelistet.",
  addressLabel: "Adresse",
  pathSummary: "Ich kenne den Pfad des Kontos",
  pathLabel: "Pfad, zum Beispiel m/44'/60'/0'/0/5",
  resultHeading: "Der Inhalt des Exports",
  listHeading: "Die Adressen der Wallet",
  networkLabel: "Weitere Konten eines Netzwerks",
  listPath: "Pfad der Konten, wenn Sie ihn kennen (leer: die Pfade verbreiteter Programme)",
  listAccounts: "Auflisten",
  typeAddress: "Nicht dabei? Adresse eintippen",
  codeSummary: "Die Adresse als QR-Code",
  accountKeySummary: "Alle Zahlungen dieses Kontos beobachten",
  listCaption:
    "Vergleichen Sie diese Adressen mit Ihren Unterlagen. Nur eine Adresse, die Sie kennen, zeigt, dass es Ihre Wallet ist.",
  formLabel: "Ihr Wallet-Programm braucht (wenn Sie es nicht wissen: das Erste)",
  reveal: "Anzeigen",
  hide: "Verbergen",
  revealWarning: "Jeder, der es sieht, kann alles nehmen, was in der Wallet ist. Schauen Sie hinter sich, und nach Kameras.",
  numbered: "Schreiben Sie jedes Wort mit seiner Nummer auf Papier:",
  line: "In einer Zeile, zum Kopieren:",
  passphrase: "Die Passphrase, die zu den Wörtern gehört:",
  othersSummary: "Weitere Formen und Formate",
  print: "Ein Blatt drucken",
  printWarning: "Drucken Sie nur auf einem Drucker, dem Sie vertrauen: manche behalten, was sie gedruckt haben.",
  finish: "Ich habe es auf Papier: prüfen",
  paperHeading: "Das Papier prüfen",
  paperHelp:
    "Tippen Sie ein, was auf dem Papier steht, und schauen Sie auf nichts anderes. Die Seite sagt, ob es die Wallet zurückbringt, immer noch ohne Netz. Ein falscher Buchstabe auf dem Papier kann alles kosten.",
  paperAlone: "Ich habe keinen Export: Wörter auf Papier prüfen",
  paperAddress: "Eine Adresse, die Sie kennen (leer: die ersten werden aufgelistet)",
  test: "Prüfen",
  clear: "Alles löschen",
  skip: "Nicht prüfen: alles löschen",
  endHeading: "Alles ist gelöscht",
  endHelp: "Diese Seite hat den Export, den Schlüssel und das Geheimnis vergessen. Sie hat nichts gespeichert. Bevor Sie gehen:",
  endRestore:
    "Schließen Sie dieses Fenster. Verbinden Sie den Computer wieder, tippen Sie in Ihr Wallet-Programm ein, was Sie aufgeschrieben haben, und prüfen Sie, dass es Ihre Adresse zeigt.",
  endKeep:
    "Behalten Sie den Export und seinen Schlüssel, bis das Wallet-Programm Ihre Adresse zeigt. Löschen Sie dann beide, und die E-Mail, mit der sie kamen.",
  endClipboard:
    "Wenn Sie das Geheimnis kopiert haben, kopieren Sie irgendeinen anderen Text. Wenn Ihr System einen Verlauf der Zwischenablage führt, löschen Sie ihn.",
  endHistory: "Im Verlauf des Browsers steht nur der Name dieser Datei.",
  again: "Einen anderen Export öffnen",
  sheetTitle: "Blatt zur Wiederherstellung",
  sheetName: "Name der Wallet und des Besitzers: ______________________________",
  sheetWarning: "Bewahren Sie dieses Papier dort auf, wo es sonst niemand findet. Jeder, der es liest, kann die Coins nehmen.",
  sheetEmpty: "Es wird nichts angezeigt. Wählen Sie zuerst, das Geheimnis anzuzeigen, und drucken Sie dann.",
  about: (version, signer) =>
    `Die Seite ist ein Teil von sealwax ${version}. Sie öffnet Exporte der Enklave mit dem öffentlichen Schlüssel ${signer}.`,
  signed: (key) =>
    `Das Release ist mit dem Schlüssel ${key} signiert. Die Anleitung zu sealwax sagt, wie man das prüft, und auch die Build-Nummer.`,
  unsigned: "Diese Seite ist nicht aus einem signierten Release. Die Anleitung zu sealwax sagt, was dann zu tun ist.",
  build: "Build",
};

const FORMS = {
  hex: "hexadezimale Ziffern",
  "0x": "hexadezimale Ziffern mit 0x",
  "xrp-hex": "hexadezimale Ziffern des XRP Ledger",
  "solana-cli": "eine Liste von 64 Zahlen (JSON)",
  stellar: "ein S…-Schlüssel (SEP-23)",
  descriptor: "ein Descriptor",
};

const WORD_LISTS = {
  chinese_simplified: "Chinesisch vereinfacht",
  chinese_traditional: "Chinesisch traditionell",
  czech: "Tschechisch",
  english: "Englisch",
  french: "Französisch",
  italian: "Italienisch",
  japanese: "Japanisch",
  korean: "Koreanisch",
  spanish: "Spanisch",
};

const HOW = {
  mark: "nach einer Bytereihenfolge-Markierung",
  "'": "in Anführungszeichen (')",
  '"': 'in Anführungszeichen (")',
  "`": "in Anführungszeichen (`)",
  escaped: "mit maskierten Anführungszeichen",
  base64: "in Base64",
  among: "zwischen anderem Text",
  list: "in einer Liste",
  entities: "mit &quot; statt Anführungszeichen",
  typographic: "mit typografischen Anführungszeichen oder Leerzeichen",
  encoded: "in der Kodierung von E-Mails",
  broken: "mit Zeilenumbrüchen darin",
};

const COMMAND = "die Befehlszeile von sealwax";

const part = (missing) =>
  `Das ist ein Teil eines Exports: ${missing} fehlt. Kopieren Sie ihn ganz, von der ersten geschweiften Klammer bis zur letzten, oder speichern Sie die Datei, die mit der E-Mail kam.`;

const COPY = "Öffnen Sie sie in ihrem Programm, wählen Sie alles aus, kopieren Sie es, und fügen Sie es hier ein.";
const otherFiles = (step) => ({
  [`malformed ${step} rtf`]: `Das ist eine Datei einer Textverarbeitung (RTF), kein reiner Text. ${COPY}`,
  [`malformed ${step} zip`]:
    "Das ist eine Datei einer Textverarbeitung oder ein Archiv (ZIP). Öffnen Sie sie, kopieren Sie den Text darin, und fügen Sie ihn hier ein.",
  [`malformed ${step} pdf`]: `Das ist eine PDF-Datei, kein reiner Text. ${COPY}`,
  [`malformed ${step} picture`]: "Das ist ein Bild. Die Seite braucht einen Text: bitten Sie um den Text oder um seine Datei.",
});
const FILE_NAME = "Das ist der Name einer Datei, nicht ihr Inhalt. Wählen Sie die Datei mit dem Knopf darunter, oder ziehen Sie sie hierher.";
const KEY_LOOKS = "Ein Schlüssel hat 64 Zeichen: Ziffern und Buchstaben von a bis f.";

const PROBLEMS = {
  internal: `Diese Seite ist gescheitert. Das ist ein Fehler der Seite: benutzen Sie ${COMMAND}, sealwax recover.`,
  "malformed bundle":
    "Das ist kein Export des Dienstes. Prüfen Sie, dass er ganz kopiert wurde, von der ersten geschweiften Klammer bis zur letzten.",
  "malformed bundle key":
    "Das ist ein privater Schlüssel, nicht der Export. Der nächste Schritt fragt nach dem Schlüssel. Fügen Sie hier ein, was der Dienst geschickt hat.",
  "malformed bundle import":
    "Das ist ein Import-Bundle: es bringt eine Wallet in den Dienst und enthält keine. Bitten Sie den Dienst um einen Export.",
  "malformed bundle digits":
    "Das ist ein Export, aber zwischen seinen langen Ziffernfolgen steht ein Zeichen, das nicht dorthin gehört, oft ein Leerzeichen. Kopieren Sie ihn noch einmal, oder speichern Sie die Datei, die mit der E-Mail kam.",
  "malformed bundle end": part("das Ende"),
  "malformed bundle beginning": part("der Anfang"),
  "malformed bundle public":
    "Das ist ein öffentlicher Schlüssel, nicht der Export. Der Export ist länger: er beginnt mit einer geschweiften Klammer, und der Dienst hat ihn geschickt.",
  "malformed bundle address": "Das ist eine Adresse, nicht der Export. Ein späterer Schritt fragt danach.",
  "malformed bundle login": "Das wird bei einer Anmeldung geschickt (ein Credential-Bundle); es ist kein Export.",
  "malformed bundle words":
    "Das sind die Wörter einer Wallet, kein Export. Sie haben schon, was ein Export Ihnen geben würde. Der Knopf „Ich habe keinen Export“ prüft sie.",
  "malformed bundle name": FILE_NAME,
  ...otherFiles("bundle"),
  "malformed key import": "Das ist ein Import-Bundle, nicht der Schlüssel: es bringt eine Wallet in den Dienst.",
  "malformed key public": `Das ist ein öffentlicher Schlüssel, der nichts öffnet. Der private Schlüssel entstand mit ihm zusammen. ${KEY_LOOKS}`,
  "malformed key address": "Das ist eine Adresse, nicht der Schlüssel. Ein späterer Schritt fragt danach.",
  "malformed key login": "Das wird bei einer Anmeldung geschickt (ein Credential-Bundle); es ist nicht der Schlüssel eines Exports.",
  "malformed key words": "Das sind die Wörter einer Wallet, nicht der Schlüssel eines Exports.",
  "malformed key name": FILE_NAME,
  ...otherFiles("key"),
  "malformed key several": "In diesem Text sind mehrere Schlüssel, und keiner davon öffnet den Export.",
  "malformed empty": "Fügen Sie zuerst den Export ein, oder wählen Sie seine Datei.",
  "malformed large": "Das ist größer als jeder Export. Prüfen Sie, ob es die richtige Datei ist.",
  "malformed unreadable": "Diese Datei kann nicht gelesen werden. Prüfen Sie, ob es sie noch gibt.",
  "unsupported bundle": `Dieser Export hat eine Version, die diese Seite nicht liest. Benutzen Sie die neueste Version von sealwax: ${COMMAND}.`,
  "untrusted-signer bundle":
    "Diesem Export kann man nicht vertrauen: er ist mit einem anderen Schlüssel signiert als dem der Enklave des Dienstes. Wenn der Dienst für Sie eine eigene Installation betreibt, benutzen Sie die Befehlszeile: sealwax recover --signer-public-key.",
  "bad-signature bundle":
    "Diesem Export kann man nicht vertrauen: die Signatur der Enklave passt nicht. Etwas daran wurde geändert, oder er wurde nicht ganz kopiert.",
  "service-error bundle": "Das ist eine Fehlermeldung des Dienstes, kein Export. Bitten Sie noch einmal um den Export.",
  "not-completed bundle": "Der Vorgang in dieser Antwort ist nicht abgeschlossen: sie enthält noch keinen Export.",
  "malformed key": `Das ist nicht die private Hälfte eines Schlüssels. ${KEY_LOOKS} Der Schlüssel der API öffnet keinen Export.`,
  "malformed key length": `${KEY_LOOKS} Dies hat eine andere Zahl davon.`,
  "malformed key character": `${KEY_LOOKS} Ein Zeichen hiervon ist keines von beiden.`,
  "malformed key empty": "Tippen Sie zuerst den Schlüssel ein, fügen Sie ihn ein, oder wählen Sie seine Datei.",
  "malformed key export": "Das ist der Export. Sein Schlüssel ist ein anderer Text oder eine andere Datei.",
  "unsupported key":
    "Diese Seite liest keine Schlüssel in PEM, keine verschlüsselten und keine auf anderen Kurven. Die Befehlszeile wandelt sie um: sealwax convert-key --type target --to hex --output export.private FILE",
  "key-mismatch key": "Der öffentliche Schlüssel in diesem Text gehört zu einem anderen privaten Schlüssel.",
  "wrong-organization organization":
    "Der Export ist für eine andere Organisation signiert. Vergleichen Sie jedes Zeichen, oder lassen Sie das Feld leer, um die Organisation des Exports zu sehen.",
  "wrong-organization organization short":
    "Die Id einer Organisation hat 36 Zeichen: Buchstaben, Ziffern und Bindestriche. Tippen Sie sie ganz ein, oder lassen Sie das Feld leer, um die Organisation des Exports zu sehen.",
  "malformed organization id": "Der Export nennt keine Id der üblichen Form. Tippen Sie die Id ein, die Sie kennen.",
  "malformed organization":
    "Die Enklave hat diesen Export signiert, aber seine inneren Teile sind fehlerhaft. Bitten Sie noch einmal um den Export.",
  "decryption-failed organization":
    "Dieser Schlüssel öffnet den Export nicht. Der Export wurde für einen anderen Schlüssel gemacht, oder ein Zeichen in diesem ist falsch. Wählen Sie Zurück, und berichtigen Sie den Schlüssel, oder versuchen Sie einen anderen.",
  "malformed organization content": `Der Export lässt sich öffnen, enthält aber weder eine Wallet noch einen Schlüssel. Benutzen Sie ${COMMAND}, sealwax decrypt-secret oder decrypt-wallet --raw.`,
  "wrong-address wallet": "Die Wallet hat diese Adresse nicht unter ihren ersten Konten.",
  "wrong-address path": "Die Wallet hat diese Adresse nicht an diesem Pfad.",
  "wrong-address key": "Der Schlüssel gehört nicht zu dieser Adresse.",
  "malformed path": "Das ist kein Pfad. Ein Pfad beginnt mit m/ und hat Zahlen, zum Beispiel m/44'/60'/0'/0/5.",
  "malformed path alone":
    "Zu einem Pfad gehört die Adresse: tippen Sie sie auch ein, oder lassen Sie beide Felder leer. Die Liste der Adressen nimmt danach einen Pfad an.",
  "malformed paper empty": "Tippen Sie zuerst ein, was auf dem Papier steht, oder wählen Sie „Nicht prüfen“.",
  "malformed paper unknown": "Das Papier bringt die Wallet noch nicht zurück.",
  "malformed paper alone": "Diese Wörter sind noch keine Wallet.",
  "malformed paper checksum":
    "Jedes Wort steht in der Liste, aber zusammen sind sie keine Wallet: ein Wort ist ein anderes Wort der Liste, oder zwei haben den Platz getauscht.",
  "wrong-address paper address":
    "Die Wörter sind gültig, aber ihre ersten Konten haben diese Adresse nicht. Prüfen Sie die Adresse und die Passphrase: eine andere Passphrase ist eine andere Wallet.",
  "wrong-address paper words": "Das Papier weicht von der Wallet ab. Wählen Sie Zurück und Anzeigen, und berichtigen Sie das Papier.",
  "wrong-address paper passphrase": "Die Wörter sind richtig, aber die Passphrase weicht ab.",
  "wrong-address paper spaces": "Die Wörter sind richtig, aber die Passphrase weicht in ihren Leerzeichen ab.",
  "wrong-address paper text": "Das Papier weicht vom Geheimnis ab. Wählen Sie Zurück und Anzeigen, und berichtigen Sie das Papier.",
  "malformed words": `Diese Wörter sind zu lang, um daraus ein Konto abzuleiten. Benutzen Sie ${COMMAND}.`,
  "unsupported address":
    "Das sieht nicht aus wie eine ganze Adresse eines Netzwerks, das diese Seite kennt. Prüfen Sie, dass sie ganz kopiert wurde.",
  "unsupported address white": "In der Adresse steht ein Leerzeichen oder ein Umbruch. Tippen Sie sie ohne.",
  "unsupported address unseen":
    "Die Adresse hat ein unsichtbares Zeichen, das oft vom Kopieren kommt. Tippen Sie sie ein, statt sie einzufügen.",
  "unsupported address link": "Das ist ein Link. Kopieren Sie nur die Adresse.",
  "unsupported address payment": "Lassen Sie weg, was vor dem Doppelpunkt steht, und alles ab dem Fragezeichen.",
  "unsupported address question": "Lassen Sie alles ab dem Fragezeichen weg.",
  "unsupported address punctuation": "Um die Adresse stehen Satzzeichen. Lassen Sie sie weg.",
  "unsupported address character": "Die Adresse hat ein Zeichen, das keine Adresse hat.",
  "unsupported address ascii": "Die Adresse hat Zeichen, die keine Adresse hat. Tippen Sie sie ein, statt sie einzufügen.",
  "unsupported address short": "Die Adresse ist gekürzt. Tippen Sie sie ganz ein.",
  "unsupported address name": "Das ist ein Name, keine Adresse. Tippen Sie die Adresse ein, für die er steht.",
  "unsupported address colon": "Lassen Sie weg, was vor dem Doppelpunkt steht.",
  "unsupported address 0x": "Schreiben Sie 0x davor, wenn es eine Adresse von Ethereum ist.",
  "unsupported address hex": "Eine Adresse von Ethereum hat 40 Zeichen nach 0x, eine von Sui oder Aptos 64.",
};

const OWNERS = { wallet: "Die Wallet", key: "Der Schlüssel" };
const owners = { wallet: "die Wallet", key: "der Schlüssel" };

const SAID = {
  lacks: (names) =>
    `Dieser Browser ist zu alt für die Seite: ihm fehlt ${names.join(", ")}. Tippen Sie hier kein Geheimnis ein. Öffnen Sie die Datei in ${BROWSERS}, oder benutzen Sie die Befehlszeile: sealwax recover.`,
  step: (number, of) => `Schritt ${number} von ${of}`,
  mended: (how) =>
    `Er war nicht so, wie der Dienst ihn schickt, sondern ${how}. Seine Signatur zeigt, dass nichts daran geändert wurde.`,
  exportLine: (number, organization, address) =>
    `${number}. Organisation ${organization ?? "mit ungewöhnlicher Id"}${address ? `, Adresse ${address}` : ""}`,
  read: (name) => `Aus der Datei „${name}“ gelesen.`,
  pasted: "Aus der Zwischenablage gelesen.",
  notShown: "Er ist zu lang, um hier gezeigt zu werden. Wählen Sie Weiter.",
  reading: "Exporte werden gesucht…",
  exportFound: "Das ist ein Export, und er ist echt: die Enklave des Dienstes hat ihn signiert.",
  keyMended:
    "Da war mehr als der Schlüssel, etwa 0x, ein Name, Zeilenumbrüche oder Buchstaben statt Ziffern. Die Seite hat nur den Schlüssel behalten.",
  keyBeside: "Der Schlüssel, der ihn öffnet, stand im selben Text und ist schon eingetragen: wählen Sie Weiter.",
  keyOfSeveral: (count) => `Da waren ${count} Schlüssel. Die Seite hat den genommen, der den Export öffnet.`,
  organization: (id) =>
    `Der Export ist für die Organisation ${id} signiert. Ist es Ihre? Wenn ja, oder wenn Sie es nicht wissen, wählen Sie Weiter. Wenn nicht, hören Sie auf: der Export wurde für jemand anderen gemacht.`,
  organizationFits: "Der Export ist für die Organisation, die Sie eingetippt haben.",
  organizationCase: "Das ist die Organisation des Exports. Nur die Großbuchstaben weichen ab.",
  searching: "Die Adresse wird gesucht…",
  wrongCapitals: "Die Großbuchstaben passen nicht zur Prüfsumme der Adresse, also ist ein Zeichen falsch.",
  near: (owner, line) => `${OWNERS[owner]} hat eine Adresse, die fast gleich ist wie die eingetippte: ${line}`,
  inside: (owner, line) => `${OWNERS[owner]} hat die Adresse, die darin steht: ${line}`,
  difference: ({ place, typed, own }, owner) => `Zeichen ${place}: Sie haben ${typed} getippt, ${owners[owner]} hat ${own}.`,
  nearYes: (address) => `Ja, meine ist ${address}`,
  keyHas: (count) => `Es sind ${count}.`,
  wrongCharacter: (place) => `Es ist Zeichen ${place}.`,
  otherwise: "Berichtigen Sie die Adresse, oder lassen Sie das Feld leer, um die Adressen im Export zu sehen.",
  words: (count, language) => `Der Export enthält die ${count} Wörter einer Wallet (${language}).`,
  notWords: "Der Export enthält einen Text, der keine gültige Wortfolge nach BIP-39 ist. Er ist unverändert das, was die Enklave versiegelt hat.",
  hasPassphrase:
    "Die Wallet hat auch eine Passphrase. Ihr Wallet-Programm muss danach fragen: die Wörter allein sind eine andere Wallet.",
  key: "Der Export enthält den Schlüssel eines einzelnen Kontos, nicht die Wörter einer ganzen Wallet.",
  found: (line) => `Die Adresse, die Sie kennen, ist dabei: ${line}`,
  foundCapitals: "Einige Großbuchstaben weichen von den üblichen ab. Prüfen Sie, woher Sie die Adresse kopiert haben.",
  nothingCompared: "Es wurde noch keine Adresse verglichen.",
  compareListed: "Wenn eine der Adressen unten Ihre ist, wählen Sie sie. Dann wird auch der Schlüssel ihres Kontos angeboten.",
  chosen: (line) => `Sie haben diese Adresse der Wallet gewählt: ${line}`,
  mine: "Das ist meine",
  mineLabel: (address) => `Das ist meine: ${address}`,
  listing: "Die Konten werden abgeleitet…",
  listed: (network) => `Die Konten von ${network} sind aufgelistet.`,
  groupAtPath: (format, path) => `${format}, an ${path}`,
  group: (format, path, programs) => `${format}, an ${path}: ${programs}`,
  addressCode: (address) => `QR-Code der Adresse ${address}`,
  keyCode: "QR-Code des Schlüssels",
  accountKey: (fingerprint, path) =>
    `Der öffentliche Schlüssel des Kontos ${path}. Der Fingerabdruck der Wallet ist ${fingerprint}. Ein Programm, das ihn importiert, zeigt alle Zahlungen und kann nichts ausgeben. Jeder, der ihn hat, sieht auch alle Zahlungen.`,
  accountKeyCode: "QR-Code des öffentlichen Schlüssels des Kontos",
  notSeen:
    "Sie haben es noch nicht angesehen: wählen Sie Anzeigen. Um ungesehen weiterzugehen, wählen Sie den Knopf unten noch einmal.",
  answered: (address) => `Die Antwort des Dienstes nennt die Adresse ${address}. Niemand hat das signiert.`,
  answeredFits: "Der Schlüssel gehört zu ihr. Vergleichen Sie sie mit der Adresse, die Sie kennen.",
  answeredDiffers: "Der Schlüssel gehört NICHT zu ihr. Prüfen Sie, ob es die richtige Antwort ist.",
  formWords: "Die Wörter, für alle Konten",
  formHex: "Der Schlüssel in hexadezimalen Ziffern",
  formUsual: "Der Schlüssel dieses Kontos",
  formProgram: (name) => `Der Schlüssel dieses Kontos, für ${name}`,
  keystore:
    "Diese Seite macht keine Keystores. Die Befehlszeile macht sie: sealwax account --form keystore, oder decrypt-account --format keystore.",
  others: "Die Befehlszeile hat sie: sealwax account, sealwax convert-key und sealwax addresses.",
  howText: "den Text von hier",
  howFile: "eine Datei mit dem Text von hier",
  hidden: "Zeichen, die unsichtbar sind oder die Reihenfolge anderer ändern, sind als \\u{…} gezeigt.",
  spaceFirst: "Am Anfang steht ein Leerzeichen, gezeigt als ␣.",
  spaceLast: "Am Ende steht ein Leerzeichen, gezeigt als ␣.",
  spacesInside: "Mehrere Leerzeichen stehen hintereinander, gezeigt als ␣.",
  unseenCounts: "Diese Zeichen zählen: ohne sie sind die Wörter und die Passphrase eine andere Wallet, die leer ist.",
  unseenTyping:
    "In wenigen Programmen kann man ein unsichtbares Zeichen tippen: nehmen Sie für die anderen den Schlüssel des Kontos.",
  paperWords: (count) => `Die ${count} Wörter auf dem Papier`,
  paperCount: (count, typed) => `Die Wallet hat ${count} Wörter, und hier sind es ${typed}.`,
  paperPlaces: (places) => `Sehen Sie sich ${places.length > 1 ? "die Wörter" : "Wort"} ${places.join(", ")} an.`,
  paperCharacter: (place) => `Sehen Sie sich Zeichen ${place} an, ohne Leerzeichen gezählt.`,
  paperPassphrase: "Die Passphrase auf dem Papier",
  paperPassphraseIfAny: "Die Passphrase auf dem Papier (leer, wenn es keine gibt)",
  paperAnyWords: "Die Wörter auf dem Papier",
  paperAnyCount: (typed) => `Eine Wallet hat 12, 15, 18, 21 oder 24 Wörter, und hier sind es ${typed}.`,
  paperValid: "Die Wörter sind gültig. Die ersten Adressen ihrer Wallet:",
  paperKey: "Der Schlüssel auf dem Papier",
  paperText: "Der Text auf dem Papier",
  paperUnknown: ({ place, languages, similar }, language) =>
    languages.length
      ? `Wort ${place} steht in der Wortliste „${languages.join("“ oder „")}“, nicht in der Wortliste „${language}“.`
      : `Wort ${place} steht nicht in der Wortliste „${language}“.${similar.length ? ` Ähnliche Wörter: ${similar.join(", ")}` : ""}`,
  paperRight: (line) => `Das Papier ist richtig. Es ergibt die Adresse der Wallet: ${line}`,
  paperSame: "Das Papier ist richtig: darauf steht dasselbe wie im Export.",
  sheetKey: (program, form) => `Privater Schlüssel${program ? `, für ${program}` : ""}${form ? `, als ${form}` : ""}`,
  endPrograms: (names) => `Ein Programm für diese Wallet: ${names}.`,
  sheetWords: (count, language) => `${count} Wörter, ${language}`,
  sheetDate: (date) => `Datum, nach der Uhr dieses Computers: ${date}`,
  sheetOrganization: (id) => `Organisation: ${id}`,
};

// Menus of programs are named in English, as many programs have them.
const TABLES = {
  "MetaMask, or another wallet of Ethereum": "MetaMask oder eine andere Wallet für Ethereum",
  "Choose to import an account by its private key, and paste {text}.":
    "Wählen Sie, ein Konto mit seinem privaten Schlüssel zu importieren (Import account, Private key), und fügen Sie {text} ein.",
  "Import {text} with importdescriptors, into a wallet with private keys.":
    "Importieren Sie {text} mit importdescriptors, in eine Wallet mit privaten Schlüsseln.",
  "Choose to import Bitcoin private keys. Type the kind of the address and a colon, such as p2wpkh:, and paste {text} after it.":
    "Wählen Sie, private Schlüssel von Bitcoin zu importieren (Import Bitcoin private keys). Tippen Sie die Art der Adresse und einen Doppelpunkt, etwa p2wpkh:, und fügen Sie dahinter {text} ein.",
  "Import {text} with importprivkey.": "Importieren Sie {text} mit importprivkey.",
  "Phantom, or another wallet of Solana": "Phantom oder eine andere Wallet für Solana",
  "Choose to import a private key, and paste {text}.":
    "Wählen Sie, einen privaten Schlüssel zu importieren (Import private key), und fügen Sie {text} ein.",
  "the command line of Solana": "die Befehlszeile von Solana",
  "Pass the name of {file}: it is a key file.": "Geben Sie den Namen einer Schlüsseldatei an: {file}.",
  "a wallet of Sui": "eine Wallet für Sui",
  "Choose to import a private key, and paste {text}: it begins with suiprivkey.":
    "Wählen Sie, einen privaten Schlüssel zu importieren (Import private key), und fügen Sie {text} ein: er beginnt mit suiprivkey.",
  "a wallet of Aptos": "eine Wallet für Aptos",
  "a wallet of Stellar": "eine Wallet für Stellar",
  "Choose to import a secret key, and paste {text}.":
    "Wählen Sie, einen geheimen Schlüssel zu importieren (Import secret key), und fügen Sie {text} ein.",
  "TronLink, or another wallet of Tron": "TronLink oder eine andere Wallet für Tron",
  "Keplr, or another wallet of Cosmos or Sei": "Keplr oder eine andere Wallet für Cosmos oder Sei",
  "a library of the XRP Ledger": "eine Programmbibliothek für den XRP Ledger",
  "Give {text} to the library as private key.": "Geben Sie der Bibliothek {text} als privaten Schlüssel.",
  "a library of TON": "eine Programmbibliothek für TON",
  "Give {text}, 32 bytes in hex, to the library.": "Geben Sie der Bibliothek {text}: 32 Bytes in hexadezimalen Ziffern.",
  "MetaMask, Rabby or Trust Wallet": "MetaMask, Rabby oder Trust Wallet",
  "Phantom, Solflare or Trust Wallet": "Phantom, Solflare oder Trust Wallet",
  "Sparrow, BlueWallet or Electrum (choose BIP39 in its options)":
    "Sparrow, BlueWallet oder Electrum (in seinen Optionen BIP39 wählen)",
  "Trust Wallet or Ledger": "Trust Wallet oder Ledger",
  "TronLink or Trust Wallet": "TronLink oder Trust Wallet",
  "Keplr or Leap": "Keplr oder Leap",
  "Keplr or Compass": "Keplr oder Compass",
  "Slush or Suiet": "Slush oder Suiet",
  "Petra or Trust Wallet": "Petra oder Trust Wallet",
  "LOBSTR, Ledger or Trezor": "LOBSTR, Ledger oder Trezor",
  "Ledger, Trezor, Sparrow or Electrum": "Ledger, Trezor, Sparrow oder Electrum",
  "the addresses of the first account, in most programs": "die Adressen des ersten Kontos, in den meisten Programmen",
  "the first address of each account, as in Ledger Live, Trezor Suite and Electrum":
    "die erste Adresse jedes Kontos, wie in Ledger Live, Trezor Suite und Electrum",
  "MetaMask, Trezor and most programs": "MetaMask, Trezor und die meisten Programme",
  "older Ledger programs, and MyEtherWallet with a Ledger": "ältere Programme für Ledger, und MyEtherWallet mit einem Ledger",
  "Phantom, Solflare and most programs": "Phantom, Solflare und die meisten Programme",
  "Ledger Live, and Trust Wallet": "Ledger Live und Trust Wallet",
  "the command line of Solana, and older programs": "die Befehlszeile von Solana, und ältere Programme",
  "TronLink and most programs": "TronLink und die meisten Programme",
  "most programs": "die meisten Programme",
  "Ledger Live, and Xaman with words": "Ledger Live, und Xaman mit Wörtern",
  "Keplr and most programs": "Keplr und die meisten Programme",
  "Ledger Live, and Keplr with another account": "Ledger Live, und Keplr mit einem weiteren Konto",
  "Petra and most programs": "Petra und die meisten Programme",
  "most programs (SEP-5)": "die meisten Programme (SEP-5)",
  "Ledger Live and Trezor Suite": "Ledger Live und Trezor Suite",
  "TON wallets cannot import raw keys: they import 24 words of TON's own scheme, which cannot be derived from a key; libraries import the key.":
    "Wallets für TON können keine rohen Schlüssel importieren: sie importieren 24 Wörter nach einem eigenen Verfahren von TON, die sich nicht aus einem Schlüssel ableiten lassen; Programmbibliotheken importieren den Schlüssel.",
  "XRP Ledger wallets cannot import raw keys: they import a family seed or words, which cannot be derived from a key; libraries import the key.":
    "Wallets für den XRP Ledger können keine rohen Schlüssel importieren: sie importieren einen Family Seed oder Wörter, die sich nicht aus einem Schlüssel ableiten lassen; Programmbibliotheken importieren den Schlüssel.",
  "Spark wallets cannot import raw keys: they import the words of the whole wallet.":
    "Wallets für Spark können keine rohen Schlüssel importieren: sie importieren die Wörter der ganzen Wallet.",
};

export default { FIXED, FORMS, WORD_LISTS, HOW, PROBLEMS, SAID, TABLES };
