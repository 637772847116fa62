// Cases of vectors through the page of recovery-page/, in a real Chromium, from a file and without a network. Each
// line of the standard input is JSON, [group, fields]; each line that is printed is the answer. The last one counts the
// requests that were tried:
//
//     node tests/browser/recovery_core.mjs CHROMIUM PAGE
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { removeNewer } from "./oldest.mjs";

const AT_ONCE = 200;
const [executablePath, file] = process.argv.slice(2);
const cases = [];
for await (const line of createInterface({ input: process.stdin })) cases.push(JSON.parse(line));

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ offline: true });
  await context.addInitScript(removeNewer);
  const page = await context.newPage();
  const requests = [];
  page.on("request", (request) => request.url().startsWith("file:") || requests.push(request.url()));
  await page.goto(pathToFileURL(path.resolve(file)).href);
  for (let start = 0; start < cases.length; start += AT_ONCE) {
    const some = cases.slice(start, start + AT_ONCE);
    const answers = await page.evaluate((each) => each.map(([group, fields]) => sealwax.answer(group, fields)), some);
    for (const answer of answers) process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  process.stdout.write(`${JSON.stringify({ requests: requests.length })}\n`);
} finally {
  await browser.close();
}
