// The recovery page in a real Chromium, from a file and without a network. Each line of the standard input is a list of
// actions, such as ["fill", "bundle", "text"]; each line that is printed is the list of the looks that it took:
//
//     node tests/browser/recovery_actions.mjs CHROMIUM PAGE
import process from "node:process";
import { createInterface } from "node:readline";
import { isIdle, openOffline } from "./offline.mjs";

const [executablePath, file] = process.argv.slice(2);

// These run in the page, so they use nothing from outside of themselves.

function look() {
  const text = (id) => document.getElementById(id).textContent;
  const all = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const isInView = (id) => {
    const { top, bottom } = document.getElementById(id).getBoundingClientRect();
    return top >= 0 && bottom > top && bottom <= innerHeight;
  };
  return {
    step: document.querySelector("form > section:not([hidden])").id,
    focus: document.activeElement.id || document.activeElement.tagName,
    code: document.getElementById("error").dataset.code ?? null,
    error: text("error"),
    note: text("note"),
    facts: all("#facts li"),
    secret: text("secret"),
    passphrase: text("passphrase"),
    spaces: all("#passphrase .space"),
    unseen: text("hidden-characters"),
    sheet: text("sheet-content"),
    groups: all("#accounts summary"),
    accounts: all("#accounts li span"),
    accountKey: [text("account-key-label"), text("account-key")],
    codes: [...document.querySelectorAll("svg.code")].map((each) => [each.getAttribute("aria-label"), each.firstChild.getAttribute("d")]),
    programs: text("end-programs"),
    next: text("next"),
    inView: ["reveal", "error"].filter(isInView),
    key: document.getElementById("key").value,
    paper: document.getElementById("paper").value,
  };
}

const { browser, page, address, requests, problems } = await openOffline(executablePath, file);
try {
  const actions = {
    fill: (id, text) => page.locator(`#${id}`).fill(text),
    click: (selector) => page.locator(selector).first().click(),
    select: (id, label) => page.locator(`#${id}`).selectOption({ label }),
    size: (width, height) => page.setViewportSize({ width, height }),
    look: () => page.evaluate(look),
  };
  for await (const line of createInterface({ input: process.stdin })) {
    await page.goto(address);
    const looks = [];
    for (const [name, ...given] of JSON.parse(line)) {
      const found = await actions[name](...given);
      await page.waitForFunction(isIdle);
      if (name === "look") looks.push(found);
    }
    const happened = { requests: requests.splice(0), problems: problems.splice(0) };
    process.stdout.write(`${JSON.stringify({ looks, ...happened })}\n`);
  }
} finally {
  await browser.close();
}
