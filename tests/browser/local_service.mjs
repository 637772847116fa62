// In a real Chromium: a page of another origin signs up with a virtual passkey and stamps a request. Prints
// what happened as JSON:
//
//     node tests/browser/local_service.mjs CHROMIUM INFO

import { createServer } from "node:http";
import process from "node:process";
import { chromium } from "playwright-core";

const TIMEOUT_MS = 60_000;
const [executablePath, info] = [process.argv[2], JSON.parse(process.argv[3])];

function serveEmptyPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end("<!doctype html><title>an application</title>");
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

// It runs in the page, so it uses nothing from outside of itself.
async function signUpAndStamp({ url, configurationId }) {
  const base64url = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const post = async (path, body, headers) => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: { id: "localhost", name: "Application" },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: "user", displayName: "User" },
      challenge,
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    },
  });
  const signup = await post(
    "/v1/signup_v2",
    JSON.stringify({
      userName: "From a browser",
      apiKeys: [],
      oauthProviders: [],
      authenticators: [
        {
          authenticatorName: "passkey",
          challenge: base64url(challenge),
          attestation: {
            // As the browser SDKs send it: the raw id, without CBOR around it.
            credentialId: base64url(credential.rawId),
            clientDataJson: base64url(credential.response.clientDataJSON),
            attestationObject: base64url(credential.response.attestationObject),
            transports: ["AUTHENTICATOR_TRANSPORT_INTERNAL"],
          },
        },
      ],
    }),
    { "X-Auth-Proxy-Config-Id": configurationId },
  );
  const stamped = async (body, signed) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(signed));
    const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const assertion = await navigator.credentials.get({
      publicKey: {
        rpId: "localhost",
        challenge: new TextEncoder().encode(hex),
        allowCredentials: [{ type: "public-key", id: credential.rawId }],
      },
    });
    const stamp = JSON.stringify({
      authenticatorData: base64url(assertion.response.authenticatorData),
      clientDataJson: base64url(assertion.response.clientDataJSON),
      credentialId: base64url(assertion.rawId),
      signature: base64url(assertion.response.signature),
    });
    return post("/public/v1/query/whoami", body, { "X-Stamp-WebAuthn": stamp });
  };
  const body = JSON.stringify({ organizationId: signup.body.organizationId });
  return { signup, whoami: await stamped(body, body), otherBytes: await stamped(`${body} `, body) };
}

const server = await serveEmptyPage();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const giveUp = setTimeout(() => process.exit(2), TIMEOUT_MS);
try {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.address().port}/`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const application = await page.evaluate(signUpAndStamp, { url: info.url, configurationId: info.configurationId });
  console.log(JSON.stringify(application));
} finally {
  clearTimeout(giveUp);
  await browser.close();
  server.close();
}
