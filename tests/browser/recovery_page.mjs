// The recovery page in a real Chromium, from a file and without a network, used as a person would use it. Each line of
// the standard input is JSON with what to give: the texts of the fields by their ids, or the content of files in hex;
// the number of the form of the secret. Each line that is printed is what came of it:
//
//     node tests/browser/recovery_page.mjs CHROMIUM PAGE
import process from "node:process";
import { createInterface } from "node:readline";
import { isIdle, openOffline } from "./offline.mjs";

const FIELDS = ["bundle", "key", "organization-id", "expected-address", "path"];
const MOST_STEPS = 9;
const [executablePath, file] = process.argv.slice(2);

/** What a person sees, and what the page keeps. */
function look() {
  const text = (id) => document.getElementById(id).textContent;
  const seen = document.body.innerText;
  const words = [...document.querySelectorAll("#words li")].map((each) => each.textContent);
  const forms = [...document.querySelectorAll("#form-of-secret option")].map((each) => each.textContent);
  const choices = document.querySelectorAll("#which-export option").length;
  const addresses = [...document.querySelectorAll("#addresses li span")].map((each) => each.textContent);
  return {
    code: document.getElementById("error").dataset.code ?? null,
    error: text("error"),
    note: text("note"),
    secret: text("secret"),
    passphrase: text("passphrase"),
    words,
    forms,
    choices,
    typed: document.getElementById("bundle").value.length,
    addresses,
    sheet: text("sheet-content"),
    seen,
  };
}

async function fill(page, given) {
  for (const id of FIELDS) {
    const field = page.locator(`#${id}`);
    if (given[id] === undefined) continue;
    if (id === "path" && (await page.locator("#path-details").isVisible())) {
      await page.locator("#path-details").evaluate((details) => (details.open = true));
    }
    if (await field.isVisible()) await field.fill(given[id]);
    const hex = given[`${id}-file`];
    if (hex === undefined || !(await field.isVisible())) continue;
    const buffer = Buffer.from(hex, "hex");
    await page.locator(`#${id}-file`).setInputFiles({ name: "file.json", mimeType: "text/plain", buffer });
    await page.locator("#note").getByText("Read from the file").or(page.locator("#error[data-code]")).waitFor();
  }
}

async function go(page, given) {
  const notes = [];
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const error = page.locator("#error[data-code]");
    if (await page.locator("#reveal").isVisible()) {
      if (given.form !== undefined) await page.locator("#form-of-secret").selectOption({ index: given.form });
      const before = await page.evaluate(look);
      await page.locator("#reveal").click();
      return { ...(await page.evaluate(look)), before, notes };
    }
    await fill(page, given);
    if (!(await error.count())) await page.locator("#next").click();
    await page.waitForFunction(isIdle);
    if (await error.count()) return { ...(await page.evaluate(look)), notes };
    notes.push(await page.locator("#note").textContent());
  }
  throw new Error("the page does not come to an end");
}

const { browser, page, address, requests, problems } = await openOffline(executablePath, file);
try {
  page.on("dialog", (dialog) => {
    problems.push(dialog.message());
    return dialog.dismiss();
  });
  for await (const line of createInterface({ input: process.stdin })) {
    await page.goto(address);
    const found = await go(page, JSON.parse(line));
    const happened = { requests: requests.splice(0), problems: problems.splice(0) };
    process.stdout.write(`${JSON.stringify({ ...found, ...happened })}\n`);
  }
} finally {
  await browser.close();
}
