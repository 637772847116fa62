// A page in a real Chromium, from a file and without a network, with the functions of the oldest browsers alone.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { removeNewer } from "./oldest.mjs";

const TIMEOUT_MS = 30_000;

/** Start a browser for a file; give its page, and lists that get the page's requests and problems. */
export async function openOffline(executablePath, file, { timeout = TIMEOUT_MS, locale = "en-US" } = {}) {
  const address = pathToFileURL(path.resolve(file)).href;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ offline: true, locale });
  await context.addInitScript(removeNewer);
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  const [requests, problems] = [[], []];
  page.on("request", (request) => request.url() !== address && requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  return { browser, page, address, requests, problems };
}

/** Whether the recovery page waits for a person. This runs in the page. */
export const isIdle = () => !document.getElementById("next").hasAttribute("aria-disabled");
