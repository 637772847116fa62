// Makes credentials and assertions in a real Chromium with a virtual authenticator, and saves what the page
// got, a JSON file each:
//
//     node tests/browser/capture.mjs OUTDIR [--chromium PATH]

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { accessSync, constants, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";

const TIMEOUT_MS = 120_000;
const LAUNCH_TIMEOUT_MS = 30_000;
const CEREMONY_TIMEOUT_MS = 20_000;
const RP_ID = "localhost";
const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
// Without its sandbox, Chromium also runs as root and in a container. It opens nothing but the empty page below.
const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const COMBINATIONS = [
  { name: "ES256", algorithm: -7, conveyance: "none", userVerified: true },
  { name: "ES256", algorithm: -7, conveyance: "none", userVerified: false },
  { name: "ES256", algorithm: -7, conveyance: "direct", userVerified: true },
  { name: "ES256", algorithm: -7, conveyance: "direct", userVerified: false },
  { name: "EdDSA", algorithm: -8, conveyance: "none", userVerified: true },
  { name: "EdDSA", algorithm: -8, conveyance: "direct", userVerified: false },
  { name: "RS256", algorithm: -257, conveyance: "none", userVerified: true },
  { name: "RS256", algorithm: -257, conveyance: "direct", userVerified: false },
];

class Failure extends Error {}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findChromium(given) {
  if (given !== undefined) {
    if (isExecutable(given)) return given;
    throw new Failure(`no Chromium at ${given}`);
  }
  for (const name of CHROMIUM_NAMES) {
    for (const directory of (process.env.PATH ?? "").split(path.delimiter)) {
      const file = path.join(directory, name);
      if (directory && isExecutable(file)) return file;
    }
  }
  throw new Failure(`no Chromium on PATH (${CHROMIUM_NAMES.join(", ")}); install one, or pass --chromium PATH`);
}

function makeEmptyDirectory(directory) {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new Failure(`cannot make the directory ${directory}: ${error.code}`);
  }
  if (readdirSync(directory).length > 0) throw new Failure(`${directory} is not empty`);
}

async function loadPlaywright() {
  try {
    return (await import("playwright-core")).chromium;
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure("playwright-core is not installed; run `npm ci` in tests/browser");
  }
}

function serveEmptyPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end("<!doctype html><title>captures</title>");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

// The next two run in the page, so they use nothing from outside of themselves. They give JSON text: that way
// it is the browser that serializes what toJSON() returned.

async function createInPage({ challenge, rpId, algorithm, conveyance, userVerification, timeout }) {
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: { id: rpId, name: "Captures" },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: "user", displayName: "User" },
      challenge: new Uint8Array(challenge),
      pubKeyCredParams: [{ type: "public-key", alg: algorithm }],
      authenticatorSelection: { residentKey: "preferred", userVerification },
      attestation: conveyance,
      timeout,
    },
  });
  if (typeof credential.toJSON !== "function") throw new Error("this Chromium has no PublicKeyCredential.toJSON()");
  return JSON.stringify({
    toJSON: credential.toJSON(),
    raw: {
      rawId: hex(credential.rawId),
      clientDataJSON: hex(credential.response.clientDataJSON),
      attestationObject: hex(credential.response.attestationObject),
      transports: credential.response.getTransports(),
    },
  });
}

async function getInPage({ challenge, rpId, rawId, userVerification, timeout }) {
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const assertion = await navigator.credentials.get({
    publicKey: {
      rpId,
      challenge: new Uint8Array(challenge),
      allowCredentials: [{ type: "public-key", id: new Uint8Array(rawId) }],
      userVerification,
      timeout,
    },
  });
  return JSON.stringify({
    toJSON: assertion.toJSON(),
    raw: {
      rawId: hex(assertion.rawId),
      authenticatorData: hex(assertion.response.authenticatorData),
      clientDataJSON: hex(assertion.response.clientDataJSON),
      signature: hex(assertion.response.signature),
    },
  });
}

async function runInPage(page, ceremony, options) {
  return JSON.parse(await page.evaluate(ceremony, options));
}

async function capture(page, devtools, { name, algorithm, conveyance, userVerified }, shared) {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: userVerified,
      isUserVerified: userVerified,
      automaticPresenceSimulation: true,
    },
  });
  try {
    const common = {
      rpId: RP_ID,
      userVerification: userVerified ? "required" : "discouraged",
      timeout: CEREMONY_TIMEOUT_MS,
    };
    const challenge = randomBytes(32);
    const registration = await runInPage(page, createInPage, {
      ...common,
      challenge: [...challenge],
      algorithm,
      conveyance,
    });

    const body = JSON.stringify({ organizationId: randomUUID(), timestampMs: String(Date.now()) });
    // What a stamp signs: not the hash itself, but the characters of its hex.
    const bodyChallenge = Buffer.from(createHash("sha256").update(body, "utf8").digest("hex"), "utf8");
    const assertion = await runInPage(page, getInPage, {
      ...common,
      challenge: [...bodyChallenge],
      rawId: [...Buffer.from(registration.raw.rawId, "hex")],
    });

    return {
      description:
        `An ${name} credential made with attestation ${conveyance}, and an assertion by it over a request's body, ` +
        `${userVerified ? "both with the user verified" : "neither with the user verified"}.`,
      capturedWith: shared.capturedWith,
      origin: shared.origin,
      rpId: RP_ID,
      userVerified,
      attestationConveyance: conveyance,
      algorithm,
      registration: { challenge: challenge.toString("base64url"), ...registration },
      assertion: { body, ...assertion },
    };
  } finally {
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  }
}

async function main() {
  const usage = "usage: node capture.mjs OUTDIR [--chromium PATH]";
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { chromium: { type: "string" } } });
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
  if (parsed.positionals.length !== 1) throw new Failure(usage);
  const outdir = parsed.positionals[0];
  const executablePath = findChromium(parsed.values.chromium);
  const chromium = await loadPlaywright();
  makeEmptyDirectory(outdir);

  const server = await serveEmptyPage();
  try {
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, timeout: LAUNCH_TIMEOUT_MS });
    try {
      const origin = `http://${RP_ID}:${server.address().port}`;
      const page = await browser.newPage();
      await page.goto(origin);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("WebAuthn.enable");
      const capturedWith = {
        browser: `Chromium ${browser.version()}`,
        authenticator: "Chromium's virtual authenticator (CTAP2, internal)",
      };
      for (const combination of COMBINATIONS) {
        const { name, conveyance, userVerified } = combination;
        const file = `${name.toLowerCase()}_${conveyance}_${userVerified ? "uv" : "nouv"}.json`;
        let content;
        try {
          content = await capture(page, devtools, combination, { origin, capturedWith });
        } catch (error) {
          throw new Failure(`${file}: ${error.message}`);
        }
        writeFileSync(path.join(outdir, file), `${JSON.stringify(content, null, 2)}\n`);
        console.log(`${file}: ${capturedWith.browser}, ${origin}`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// Leaving the process kills the browser, however far it had come.
const deadline = setTimeout(() => {
  console.error(`capture.mjs: not done after ${TIMEOUT_MS / 1000} s`);
  process.exit(1);
}, TIMEOUT_MS);
try {
  await main();
} catch (error) {
  console.error(`capture.mjs: ${error instanceof Failure ? error.message : error.stack}`);
  process.exitCode = 1;
} finally {
  clearTimeout(deadline);
}
