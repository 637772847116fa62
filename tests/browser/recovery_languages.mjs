// The recovery page in its languages, in a real Chromium, from a file and without a network. Reads what to give as a line
// of JSON, and prints what the page said:
//
//     node tests/browser/recovery_languages.mjs CHROMIUM PAGE
import process from "node:process";
import { createInterface } from "node:readline";
import { isIdle, openOffline } from "./offline.mjs";

const [executablePath, file] = process.argv.slice(2);
const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
const given = JSON.parse(value);

// This runs in the page, so it uses nothing from outside of itself.
function look() {
  const options = [...document.querySelectorAll("#form-of-secret option")].map((each) => each.textContent);
  return {
    step: document.querySelector("form > section:not([hidden])").id,
    language: document.documentElement.lang,
    title: document.title,
    focus: document.activeElement.id,
    isOffered: document.getElementById("language").checkVisibility(),
    text: [document.title, document.body.innerText, ...options].join("\n"),
  };
}

/** Use the page in a browser that prefers a language. */
async function inBrowser(locale, use) {
  const { browser, page, address, requests, problems } = await openOffline(executablePath, file, { locale });
  try {
    await page.goto(address);
    const found = await use(page);
    return { found, requests, problems };
  } finally {
    await browser.close();
  }
}

async function choose(page) {
  const chosen = [];
  const see = async () => {
    const offered = await page.locator("#language option").allTextContents();
    const isKept = (await page.locator("#bundle").inputValue()) === given.several;
    chosen.push({ ...(await page.evaluate(look)), offered, isKept });
  };
  await page.locator("#bundle").fill(given.several);
  await see();
  await page.locator("#next").click();
  await page.locator("#choice").waitFor();
  await page.locator("#language").selectOption("de");
  await see();
  const hidden = !(await page.locator("#choice").isVisible());
  await page.locator("#next").click();
  await page.locator("#choice").waitFor();
  const listed = await page.locator("#which-export option").allTextContents();
  await page.locator("#language").selectOption("en");
  await see();
  return { chosen, listed, hidden };
}

async function walk(page) {
  const steps = [];
  const next = async (fields = {}) => {
    for (const [id, text] of Object.entries(fields)) await page.locator(`#${id}`).fill(text);
    await page.locator("#next").click();
    await page.waitForFunction(isIdle);
    steps.push(await page.evaluate(look));
  };
  const open = async (bundle) => {
    await next({ bundle });
    await next({ key: given.key });
    await next();
    await next();
  };
  steps.push(await page.evaluate(look));
  await next();
  await open(given.bundle);
  await next({ "expected-address": `${given.address.slice(0, -1)}1` });
  await next({ "expected-address": given.address });
  await page.locator("#reveal").click();
  for (const details of await page.locator("details").all()) await details.evaluate((each) => (each.open = true));
  steps.push(await page.evaluate(look));
  await next();
  await next({ paper: given.words.replace("legal", "legall") });
  await next({ paper: given.words });
  await next();
  await next();
  // A key has a list of addresses.
  await open(given.keyExport);
  await next();
  return steps;
}

const first = {};
for (const locale of ["en-GB", "de-CH", "fr-FR"]) {
  const { found } = await inBrowser(locale, (page) => page.evaluate(look));
  first[locale] = found.language;
}
const one = await inBrowser("en-US", choose);
const other = await inBrowser("de-DE", walk);
const [requests, problems] = ["requests", "problems"].map((name) => [...one[name], ...other[name]]);
console.log(JSON.stringify({ first, ...one.found, steps: other.found, requests, problems }));
