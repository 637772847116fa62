// The recovery page in Chromium without some function. Each line of the standard input is the name of the function; each
// line that is printed is what the page shows, and whether it asks for anything:
//
//     node tests/browser/recovery_missing.mjs CHROMIUM PAGE
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, file] = process.argv.slice(2);

// This runs in the page before its script, so it uses nothing from outside of itself.
function remove(name) {
  const parts = name.split(".");
  const last = parts.pop();
  delete parts.reduce((found, part) => found[part], globalThis)[last];
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for await (const line of createInterface({ input: process.stdin })) {
    const context = await browser.newContext({ offline: true });
    await context.addInitScript(remove, JSON.parse(line));
    const page = await context.newPage();
    await page.goto(pathToFileURL(path.resolve(file)).href);
    const unready = page.locator("#unready");
    const said = (await unready.isVisible()) ? await unready.textContent() : "";
    const asks = await page.locator("#form").isVisible();
    process.stdout.write(`${JSON.stringify({ said, asks })}\n`);
    await context.close();
  }
} finally {
  await browser.close();
}
