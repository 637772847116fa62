// The recovery page step by step in a real Chromium, from a file and without a network: how each step looks, by the
// keyboard alone, back and forth, with files, on paper, and what is left at the end. Prints what happened as JSON; with
// OUTDIR, it also saves pictures and the printed sheet:
//
//     node tests/browser/recovery_steps.mjs CHROMIUM PAGE GIVEN [OUTDIR]
import { writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { findClipped, findFaint, findWide } from "./looks.mjs";
import { isIdle, openOffline } from "./offline.mjs";

const WIDTHS = [320, 768, 1280];
const ZOOM = 2;
const SCHEMES = ["light", "dark"];
const MOST_TABS = 12;
const TIMEOUT_MS = 60_000;
const [executablePath, file, outdir] = [process.argv[2], process.argv[3], process.argv[5]];
const given = JSON.parse(process.argv[4]);

// These run in the page, so they use nothing from outside of themselves.

// Find what is shown and can be used, without a name for those who do not see it.
function findNameless() {
  return [...document.querySelectorAll("input, textarea, select, button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => !(each.labels?.length || (each.tagName === "BUTTON" && each.textContent.trim())))
    .map((each) => each.outerHTML.slice(0, 60));
}

// Find everything that the page still has: texts, fields, choices, storage.
function findLeft() {
  const fields = [...document.querySelectorAll("input, textarea")].map((each) => each.value);
  const kept = [localStorage, sessionStorage].map((each) => JSON.stringify(each));
  return { html: document.documentElement.outerHTML, fields, kept, cookie: document.cookie };
}

// Drop a file on the page.
function drop({ content, name = "dropped.json" }) {
  const data = new DataTransfer();
  data.items.add(new File([content], name));
  const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

// Drop a file that cannot be read any more.
function dropUnreadable() {
  const file = new File(["{}"], "gone.json");
  file.arrayBuffer = () => Promise.reject(new Error("gone"));
  const event = new DragEvent("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { files: [file] } });
  document.body.dispatchEvent(event);
}

// Leave the page, or come back to it: a browser may keep it as it is.
function turn(event) {
  dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
}

// Press Next twice before the page can answer.
function submitTwice() {
  document.getElementById("next").click();
  document.getElementById("next").click();
}

// Paste a text into the field of the export.
function paste(content) {
  const data = new DataTransfer();
  data.setData("text/plain", content);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.getElementById("bundle").dispatchEvent(event);
  return { isTaken: event.defaultPrevented, note: document.getElementById("note").textContent };
}

const state = (page) =>
  page.evaluate(() => ({
    step: document.querySelector("form > section:not([hidden])").id,
    focus: document.activeElement.id || document.activeElement.tagName,
    code: document.getElementById("error").dataset.code ?? null,
  }));

async function look(page, name) {
  const found = {};
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      found[`${width}-${colorScheme}`] = {
        wide: await page.evaluate(findWide),
        faint: await page.evaluate(findFaint),
        nameless: await page.evaluate(findNameless),
        back: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      };
      if (outdir) await page.screenshot({ path: path.join(outdir, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  const zoomed = await zoom(page, name);
  return { screens: found, zoomed };
}

/** How a page looks at 200 %: a browser then gives it half of the window, at twice the density. */
async function zoom(page, name) {
  const session = await page.context().newCDPSession(page);
  const found = {};
  for (const width of WIDTHS.slice(1)) {
    const metrics = { width: width / ZOOM, height: 800 / ZOOM, deviceScaleFactor: ZOOM, mobile: false };
    await session.send("Emulation.setDeviceMetricsOverride", metrics);
    found[width] = {
      window: await page.evaluate(() => devicePixelRatio * innerWidth),
      wide: await page.evaluate(findWide),
      clipped: await page.evaluate(findClipped),
    };
    if (!outdir) continue;
    // A picture by Playwright would have the size that it set.
    const { data } = await session.send("Page.captureScreenshot", { captureBeyondViewport: true });
    await writeFile(path.join(outdir, `${name}-${width}-zoomed.png`), data, "base64");
  }
  await session.detach();
  return found;
}

/** Press Tab until a control has the focus. */
async function tabTo(page, id) {
  for (let count = 0; count < MOST_TABS; count += 1) {
    if ((await state(page)).focus === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${id}`);
}

async function type(page, id, text) {
  await tabTo(page, id);
  await page.keyboard.insertText(text);
  await tabTo(page, "next");
  await page.keyboard.press("Enter");
  await page.waitForFunction(isIdle);
}

/** Everything by the keyboard alone, with a look at each step. */
async function useKeyboard(page) {
  const steps = [await state(page)];
  const views = { bundle: await look(page, "bundle") };
  await type(page, "bundle", given.bundle);
  steps.push(await state(page));
  await type(page, "key", "no key");
  steps.push(await state(page));
  views.error = await look(page, "error");
  await page.keyboard.press("Control+A");
  await type(page, "key", given.key);
  await type(page, "organization-id", "");
  steps.push(await state(page));
  views.organization = await look(page, "organization");
  await tabTo(page, "next");
  await page.keyboard.press("Enter");
  await page.waitForFunction(isIdle);
  await type(page, "expected-address", given.near);
  steps.push(await state(page));
  views.near = await look(page, "near");
  await tabTo(page, "near");
  await page.keyboard.press("Enter");
  await page.locator("#reveal").waitFor();
  steps.push(await state(page));
  views.result = await look(page, "result");
  await tabTo(page, "reveal");
  await page.keyboard.press("Enter");
  views.revealed = await look(page, "revealed");
  return { steps, views };
}

/** What the paper has, before and after the secret is shown. */
async function paper(page, name) {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const text = await page.evaluate(() => document.body.innerText);
  const numbers = await page.locator("#sheet ol li").evaluateAll((all) => all.map((each) => getComputedStyle(each).listStyleType));
  const margins = await page.evaluate(() =>
    [...document.styleSheets[0].cssRules].filter((rule) => rule instanceof CSSPageRule).map((rule) => rule.style.margin),
  );
  if (outdir) await page.screenshot({ path: path.join(outdir, `${name}-print.png`), fullPage: true });
  if (outdir) await page.pdf({ path: path.join(outdir, `${name}.pdf`), format: "A4" });
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  return { text, numbers, margins };
}

const { browser, page, address, requests, problems } = await openOffline(executablePath, file, { timeout: TIMEOUT_MS });
try {
  await page.goto(address);
  const happened = { empty: await paper(page, "empty"), ...(await useKeyboard(page)), paper: await paper(page, "sheet") };
  await page.locator("#reveal").click();
  happened.hidden = await page.evaluate(findLeft);
  await page.locator("#reveal").click();
  await page.locator("#next").click();
  happened.paper.step = { ...(await state(page)), view: await look(page, "paper") };
  await page.locator("#skip").click();
  happened.end = { ...(await state(page)), left: await page.evaluate(findLeft), view: await look(page, "end") };
  await page.locator("#next").click();
  await page.waitForFunction(() => history.state === null);
  happened.again = await state(page);
  // The key in place of the export, which is not left where it can be read.
  await page.locator("#bundle").fill(given.key);
  await page.locator("#next").click();
  happened.swapped = { ...(await state(page)), field: await page.locator("#bundle").inputValue(), error: await page.locator("#error").textContent() };
  // A file that is dropped, and several exports.
  await page.evaluate(drop, { content: given.several });
  await page.locator("#note").getByText("Read from the file “dropped.json”.").waitFor();
  await page.locator("#next").click();
  await page.locator("#which-export:focus").waitFor();
  happened.choice = { ...(await state(page)), lines: await page.locator("#which-export option").allTextContents() };
  await page.locator("#which-export").selectOption({ index: 1 });
  await page.locator("#next").click();
  happened.keys = {};
  for (const key of [given.key.slice(1), `${given.key.slice(1)}g`]) {
    await page.locator("#key").fill(key);
    await page.locator("#next").click();
    happened.keys[key.length] = { ...(await state(page)), error: await page.locator("#error").textContent() };
  }
  await page.locator("#key").fill(given.key);
  await page.locator("#back").click();
  await page.locator("#step-bundle").waitFor();
  happened.back = { ...(await state(page)), chosen: await page.locator("#which-export").evaluate((each) => each.selectedIndex) };
  await page.locator("#next").click();
  await page.locator("#next").click();
  await page.locator("#organization-id").fill(given.organizationId.slice(0, 8));
  await page.locator("#next").click();
  happened.short = { ...(await state(page)), error: await page.locator("#error").textContent() };
  await page.locator("#organization-id").fill(given.organizationId);
  await page.locator("#next").click();
  await page.locator("#next").click();
  await page.locator("#next").click();
  happened.unseen = { ...(await state(page)), note: await page.locator("#note").textContent() };
  await page.locator("#reveal").click();
  happened.second = await page.locator("#secret").textContent();
  // A file that is dropped where none is asked for.
  const bundleBefore = await page.locator("#bundle").inputValue();
  happened.ignored = {
    isPrevented: await page.evaluate(drop, { content: "{}" }),
    isSame: (await page.locator("#bundle").inputValue()) === bundleBefore,
    ...(await state(page)),
  };
  // The buttons of the browser.
  await page.goBack();
  await page.locator("#step-address").waitFor();
  const keyLeft = await page.locator("#key").inputValue();
  happened.browserBack = { ...(await state(page)), key: keyLeft, left: await page.evaluate(findLeft) };
  await page.goForward();
  await page.waitForFunction(() => history.state === 3);
  happened.browserForward = await state(page);
  await page.locator("#next").click();
  await page.locator("#reveal").click();
  await page.locator("#next").click();
  await page.locator("#skip").click();
  await page.goBack();
  await page.waitForFunction(() => history.state === null);
  happened.backFromEnd = { ...(await state(page)), left: await page.evaluate(findLeft) };
  await page.locator("#bundle").fill(given.bundle);
  await page.locator("#next").click();
  await page.reload();
  await page.waitForFunction(() => history.state === null && document.querySelector("form > section:not([hidden])"));
  happened.reloaded = { ...(await state(page)), left: await page.evaluate(findLeft) };
  happened.pasted = { short: await page.evaluate(paste, "{}"), long: await page.evaluate(paste, given.long) };
  await page.locator("#next").click();
  happened.pasted.after = await state(page);
  // A page that a browser keeps for its button Back.
  await page.goto(address);
  await page.locator("#bundle").fill(given.bundle);
  await page.evaluate(submitTwice);
  await page.waitForFunction(isIdle);
  happened.twice = await state(page);
  await page.locator("#key").fill(given.key);
  const isMasked = () => document.getElementById("key").classList.contains("masked");
  happened.masked = [await page.evaluate(isMasked)];
  await page.locator("#key-shown").check();
  happened.masked.push(await page.evaluate(isMasked));
  await page.locator("#next").click();
  await page.locator("#organization-id").fill(given.organizationId);
  await page.locator("#next").click();
  await page.locator("#next").click();
  await page.locator("#reveal").click();
  happened.kept = { secret: await page.locator("#secret").textContent() };
  await page.evaluate(turn, "pagehide");
  happened.kept.left = await page.evaluate(findLeft);
  happened.masked.push(await page.evaluate(isMasked));
  await page.evaluate(turn, "pageshow");
  happened.kept.after = await state(page);
  // Names that would change the order of what is shown.
  await page.goto(address);
  await page.evaluate(dropUnreadable);
  await page.locator("#error[data-code]").waitFor();
  happened.unreadable = { ...(await state(page)), error: await page.locator("#error").textContent() };
  await page.evaluate(drop, { content: given.hostile, name: given.hostileName });
  await page.locator("#note").getByText("Read from the file").waitFor();
  happened.hostile = { note: await page.locator("#note").textContent() };
  await page.locator("#next").click();
  await page.locator("#which-export:focus").waitFor();
  happened.hostile.lines = await page.locator("#which-export option").allTextContents();
  happened.hostile.images = await page.locator("img").count();
  // The same page from a network.
  const served = await page.context().newPage();
  await served.route("**/*", (route) => route.fulfill({ path: path.resolve(file), contentType: "text/html" }));
  happened.served = [await page.locator("#served").isVisible()];
  await served.goto("http://page.example/");
  happened.served.push(await served.locator("#served").isVisible());
  console.log(JSON.stringify({ ...happened, requests, problems }));
} finally {
  await browser.close();
}
