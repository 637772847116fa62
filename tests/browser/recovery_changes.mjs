// The recovery page when a person changes their mind, drops something else, is too fast, or leaves, in a real Chromium,
// from a file and without a network. Prints what happened as JSON:
//
//     node tests/browser/recovery_changes.mjs CHROMIUM PAGE < GIVEN
import process from "node:process";
import { text as readAll } from "node:stream/consumers";
import { isIdle, openOffline } from "./offline.mjs";

const [executablePath, file] = process.argv.slice(2);
const given = JSON.parse(await readAll(process.stdin));

// These run in the page, so they use nothing from outside of themselves.

// Look at what is shown, and at what the page still has.
function look() {
  const text = (id) => document.getElementById(id).textContent;
  const all = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  return {
    step: document.querySelector("form > section:not([hidden])").id,
    focus: document.activeElement.id || document.activeElement.tagName,
    code: document.getElementById("error").dataset.code ?? null,
    error: text("error"),
    note: text("note"),
    facts: all("#facts li"),
    addresses: document.getElementById("listing").hidden ? [] : all("#addresses li span"),
    words: all("#words li").join(" "),
    secret: text("secret"),
    passphrase: text("passphrase"),
    sheet: document.getElementById("sheet-content").textContent,
    isEmpty: !document.getElementById("sheet-empty").hidden,
    isShown: !document.getElementById("shown").hidden,
    fields: [...document.querySelectorAll("input, textarea")].map((each) => each.value),
    choices: document.querySelectorAll("#which-export option").length,
    html: document.documentElement.outerHTML.split("<script>")[0],
  };
}

// Leave the page in a way that a browser may keep it.
function leave() {
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
}

// Leave it after Next, before it can answer.
function leaveAtNext() {
  document.getElementById("next").click();
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
}

// Drop a file on the page, which is read once `finishReading` is called.
function dropSlowly(content) {
  const dropped = new File([content], "slow.json");
  const read = dropped.arrayBuffer.bind(dropped);
  dropped.arrayBuffer = () => new Promise((resolve) => (globalThis.finishReading = resolve)).then(read);
  const event = new DragEvent("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { files: [dropped] } });
  document.body.dispatchEvent(event);
}

async function finishReading() {
  globalThis.finishReading();
  // A task comes after all that the promises of the page do.
  await new Blob(["read"]).text();
  await new Promise((resolve) => setTimeout(resolve));
}

// Drag and drop what may be a file, or not; tell whether the page keeps the browser from opening it.
function dragAndDrop(content) {
  const data = new DataTransfer();
  if (content === null) data.setData("text/plain", "some text");
  else data.items.add(new File([content], "dropped.json"));
  return ["dragover", "drop"].map((name) => {
    const event = new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  });
}

// Go back in both ways while the page is at work; tell which step it shows, and whether its button moved the history.
function goBackAtWork() {
  const [place, calls] = [history.state, []];
  history.back = () => calls.push("back");
  history.go = (count) => calls.push(count);
  document.getElementById("next").click();
  document.getElementById("back").click();
  history.replaceState(place - 1, "");
  dispatchEvent(new PopStateEvent("popstate"));
  const { id } = document.querySelector("form > section:not([hidden])");
  history.replaceState(place, "");
  delete history.back;
  delete history.go;
  return { step: id, calls };
}

// Make everything fail that the page does for a while.
function breakDown(message) {
  performance.now = () => {
    throw new Error(message);
  };
}

function countPrints() {
  globalThis.prints = 0;
  globalThis.print = () => (globalThis.prints += 1);
}

const { browser, page, address, requests, problems } = await openOffline(executablePath, file);
try {
  const seen = () => page.evaluate(look);
  const next = async (fields = {}) => {
    for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value);
    await page.locator("#next").click();
    await page.waitForFunction(isIdle);
    return seen();
  };
  const back = async () => {
    const { step } = await seen();
    await page.locator("#back").click();
    await page.locator(`#${step}`).waitFor({ state: "hidden" });
  };
  const begin = () => page.goto(address);
  /** Open an export, up to the question for an address. */
  const open = async (bundle) => {
    await begin();
    await next({ bundle });
    await next({ key: given.key });
    return next({ "organization-id": given.organizationId });
  };
  const happened = {};

  // Another export of the list, after the first one was opened and compared.
  await begin();
  await next({ bundle: given.wallets });
  await next();
  await next({ key: given.key });
  await next({ "organization-id": given.organizationId });
  happened.first = await next({ "expected-address": given.address });
  await back();
  happened.emptied = await next({ "expected-address": "" });
  for (let count = 0; count < 4; count += 1) await back();
  await page.locator("#which-export").selectOption({ index: 1 });
  for (let count = 0; count < 3; count += 1) await next();
  happened.second = await next({ "expected-address": "" });
  await back();
  happened.others = await next({ "expected-address": given.address });

  // The question for the organization comes again, whatever was answered before.
  await begin();
  await next({ bundle: given.bundle });
  await next({ key: given.key });
  happened.asked = [await next()];
  await back();
  await next();
  happened.asked.push(await next());
  await next({ "organization-id": given.otherOrganizationId });
  happened.asked.push(await next({ "organization-id": "" }));
  await page.evaluate(leave);
  happened.askedLeft = await seen();

  // An address that is nearly right, at a wrong path; and what is left of it.
  await open(given.bundle);
  await page.locator("#path-details").evaluate((details) => (details.open = true));
  happened.near = await next({ "expected-address": given.near, path: given.otherPath });
  await page.locator("#near").click();
  await page.waitForFunction(isIdle);
  happened.nearTaken = await seen();
  await back();
  await next({ "expected-address": given.near, path: "" });
  await page.evaluate(leave);
  happened.nearLeft = await seen();

  // Another form is not shown until it is asked for; the sheet is printed by the button.
  await open(given.bundle);
  await next({ "expected-address": given.address });
  await page.locator("#reveal").click();
  happened.revealed = await seen();
  await page.evaluate(countPrints);
  await page.locator("#print").click();
  happened.prints = await page.evaluate(() => globalThis.prints);
  await page.locator("#form-of-secret").selectOption({ index: 1 });
  happened.otherForm = await seen();
  await page.locator("#reveal").click();
  happened.otherShown = await seen();

  // What is typed after a file was read, and what is dropped or dragged.
  await begin();
  happened.dropped = await page.evaluate(dragAndDrop, given.wallets);
  await page.locator("#note").getByText("Read from the file").waitFor();
  happened.typedOver = await next({ bundle: given.bundle });
  happened.droppedText = await page.evaluate(dragAndDrop, null);

  // Too fast, or gone before the page has read.
  await begin();
  await page.locator("#bundle").fill(given.wallets);
  await page.evaluate(leaveAtNext);
  await page.waitForFunction(isIdle);
  happened.readingLeft = await seen();
  await begin();
  await page.evaluate(dropSlowly, given.bundle);
  await page.evaluate(leave);
  await page.evaluate(finishReading);
  happened.fileLeft = await seen();
  await begin();
  await page.evaluate(dropSlowly, given.bundle);
  await page.evaluate(finishReading);
  happened.fileRead = await seen();
  await open(given.bundle);
  await page.locator("#expected-address").fill(given.address);
  happened.atWork = await page.evaluate(goBackAtWork);
  await page.waitForFunction(isIdle);
  happened.afterWork = await seen();

  // What the eyes of others may not see.
  await begin();
  happened.keys = [await next({ bundle: given.pem })];
  await next({ bundle: given.bundle });
  await page.locator("#key").fill(given.key);
  const security = () => page.locator("#key").evaluate((field) => getComputedStyle(field).webkitTextSecurity);
  happened.security = [await security()];
  await page.locator("#key-shown").check();
  happened.security.push(await security());
  happened.problems = problems.splice(0);

  // A fault of the page says nothing of what it worked on.
  await begin();
  await page.evaluate(breakDown, given.key);
  happened.failed = await next({ bundle: given.bundle });
  happened.failures = problems;
  console.log(JSON.stringify({ ...happened, requests }));
} finally {
  await browser.close();
}
