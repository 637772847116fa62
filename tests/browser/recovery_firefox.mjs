// The recovery page in Firefox, from a file and without a network, by WebDriver BiDi. It reads and prints the same lines
// as recovery_page.mjs:
//
//     node tests/browser/recovery_firefox.mjs FIREFOX PAGE
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import WebSocket from "ws";
import { removeNewer } from "./oldest.mjs";

const TIMEOUT_MS = 60_000;
const [program, file] = process.argv.slice(2);
// Whatever is requested goes to a port where nothing listens; Firefox requests nothing of its own accord.
const PREFERENCES = {
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.enabled": false,
};

// This runs in the page, so it uses nothing from outside of itself.
async function use(text) {
  const given = JSON.parse(text);
  const element = (id) => document.getElementById(id);
  const isShown = (id) => element(id).checkVisibility();
  const code = () => element("error").dataset.code ?? null;
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  async function fill(id) {
    if (!isShown(id) || given[id] === undefined) return;
    element(id).value = given[id];
    const hex = given[`${id}-file`];
    if (hex === undefined) return;
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16))], "file.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    await until(() => code() || element("note").textContent.startsWith("Read from the file"));
  }

  let { backs = 0 } = given;
  for (let count = 0; count < 9 && !code() && (backs || !isShown("reveal")); count += 1) {
    if (isShown("reveal")) {
      const place = history.state;
      history.back();
      await until(() => history.state === place - 1);
      backs -= 1;
    }
    for (const id of ["bundle", "key", "organization-id", "expected-address"]) await fill(id);
    if (code()) break;
    element("next").click();
    await until(() => !element("next").hasAttribute("aria-disabled"));
  }
  if (!code()) element("reveal").click();
  const shown = (id) => element(id).textContent;
  const words = [...document.querySelectorAll("#words li")].map((each) => each.textContent);
  return JSON.stringify({
    code: code(),
    error: shown("error"),
    secret: shown("secret"),
    passphrase: shown("passphrase"),
    words,
  });
}

const profile = await mkdtemp(path.join(tmpdir(), "firefox-"));
const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
await writeFile(path.join(profile, "user.js"), lines.join(""));
const flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
const firefox = spawn(program, flags, { stdio: ["ignore", "ignore", "pipe"] });
const ended = new Promise((resolve) => firefox.on("exit", resolve));

/** Where Firefox listens, which it prints. */
async function findAddress() {
  for await (const line of createInterface({ input: firefox.stderr })) {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
    if (found) return found[1];
  }
  throw new Error("Firefox ended before it listened");
}

const [requests, problems] = [[], []];
const waiting = new Map();

function take(message) {
  const { type, id, method, params } = message;
  if (type !== "event") {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (type === "success") resolve(message.result);
    else reject(new Error(JSON.stringify(message)));
  } else if (method === "network.beforeRequestSent") {
    // Firefox has fonts of its own in data URLs; the page may have none, by its policy.
    if (!/^(file|data):/.test(params.request.url)) requests.push(params.request.url);
  } else if (params.level === "error") problems.push(params.text);
}

try {
  const socket = new WebSocket(`${await findAddress()}/session`, { handshakeTimeout: TIMEOUT_MS });
  firefox.stderr.resume();
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.on("message", (data) => take(JSON.parse(data)));
  let count = 0;
  const send = (method, params) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const { context } = contexts[0];
  await send("session.subscribe", { events: ["network.beforeRequestSent", "log.entryAdded"] });
  await send("script.addPreloadScript", { functionDeclaration: removeNewer.toString() });
  const url = pathToFileURL(path.resolve(file)).href;
  for await (const line of createInterface({ input: process.stdin })) {
    await send("browsingContext.navigate", { context, url, wait: "complete" });
    const { type, result, exceptionDetails } = await send("script.callFunction", {
      functionDeclaration: use.toString(),
      arguments: [{ type: "string", value: line }],
      target: { context },
      awaitPromise: true,
    });
    if (type !== "success") throw new Error(exceptionDetails.text);
    const happened = { requests: requests.splice(0), problems: problems.splice(0) };
    process.stdout.write(`${JSON.stringify({ ...JSON.parse(result.value), ...happened })}\n`);
  }
  socket.close();
} finally {
  firefox.kill();
  await ended;
  await rm(profile, { recursive: true, force: true });
}
