// The local service's own page, in a real Chromium: wide and narrow, light and dark. It is used as a person
// would use it, with requests to the service in between. Prints what happened as JSON; with OUTDIR, it also
// saves pictures:
//
//     node tests/browser/page.mjs CHROMIUM INFO [OUTDIR]

import path from "node:path";
import process from "node:process";
import { chromium } from "playwright-core";
import { findFaint, findWide } from "./looks.mjs";

const TIMEOUT_MS = 90_000;
const WIDTHS = [1280, 390];
const SCHEMES = ["light", "dark"];
const [executablePath, info, outdir] = [process.argv[2], JSON.parse(process.argv[3]), process.argv[4]];

async function look(page) {
  const found = {};
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const name = `${width}-${colorScheme}`;
      const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      found[name] = { wide: await page.evaluate(findWide), faint: await page.evaluate(findFaint), back };
      if (outdir) await page.screenshot({ path: path.join(outdir, `${name}.png`), fullPage: true });
    }
  }
  return found;
}

const cells = (page, place) => page.locator(`#${place} td`).allTextContents();

async function kitConfig() {
  const answer = await fetch(`${info.url}/v1/wallet_kit_config`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Auth-Proxy-Config-Id": info.configurationId },
    body: "{}",
  });
  const body = await answer.json();
  return [answer.status, body.turnkeyErrorCode ?? null, body.message ?? null];
}

// Open what is closed at first: bodies and answers in the log, and the fault with the longest option.
async function openAll(page) {
  await page.locator("#bodies").check();
  await page.locator("#log details").first().waitFor();
  await page.locator("#log details").evaluateAll((all) => all.forEach((each) => (each.open = true)));
  await page.locator("select[name=fault]").selectOption("vector");
}

async function switchFaults(page) {
  const before = await cells(page, "faults");
  await page.getByRole("button", { name: "Switch all off" }).click();
  await page.locator("#faults").getByText("None.").waitFor();
  await page.locator("select[name=fault]").selectOption("pending");
  const effect = await page.locator("#effect").innerHTML();
  await page.locator("select[name=fault]").selectOption("error");
  const groups = await page.locator("select[name=operation] optgroup").evaluateAll((all) => all.map((each) => each.label));
  await page.locator("select[name=operation]").selectOption("wallet_kit_config");
  await page.locator("#options input[name=status]").fill("418");
  await page.locator("#options input[name=code]").fill("CODE");
  await page.locator("#options input[name=message]").fill("<b>text</b>");
  await page.locator("#options input[name=times]").fill("2");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.locator("#faults td").getByText("wallet_kit_config").waitFor();
  const on = await cells(page, "faults");
  const first = await kitConfig();
  await page.locator("#faults td[data-name=left]").getByText("1", { exact: true }).waitFor();
  const answers = [first, await kitConfig(), await kitConfig()];
  await page.locator("#faults").getByText("None.").waitFor();
  // The fault that needs a vector, for every request.
  await page.locator("select[name=fault]").selectOption("vector");
  await page.locator("select[name=operation]").selectOption("export_wallet");
  const vectors = await page.locator("#options select[name=vector] option").count();
  await page.getByLabel("every request").check();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.locator("#faults td").getByText("always").waitFor();
  const always = await cells(page, "faults");
  await page.getByRole("button", { name: "Switch all off" }).click();
  await page.locator("#faults").getByText("None.").waitFor();
  return { before, effect, groups, on, answers, vectors, always };
}

async function moveClock(page) {
  await page.getByRole("button", { name: "Freeze" }).click();
  await page.getByText("UTC, frozen").waitFor();
  const now = page.locator("#now");
  const seen = [];
  const wait = async (text) => {
    await now.getByText(text, { exact: true }).waitFor();
    seen.push(await now.textContent());
  };
  await page.locator("input[name=now]").fill("2030-01-01T12:00:00");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await wait("2030-01-01 12:00:00");
  await page.getByRole("button", { name: "+1 hour" }).click();
  await wait("2030-01-01 13:00:00");
  await page.locator("input[name=seconds]:not(#options *)").fill("30");
  await page.getByRole("button", { name: "Forward" }).click();
  await wait("2030-01-01 13:00:30");
  await page.getByRole("button", { name: "Let it go on" }).click();
  await page.getByRole("button", { name: "Freeze" }).waitFor();
  return seen;
}

async function seeKey(page) {
  const before = await page.content();
  await page.locator("#key").getByRole("button", { name: "Show" }).click();
  await page.locator("#key code").waitFor();
  const key = await page.locator("#key code").textContent();
  await page.locator("#key").getByRole("button", { name: "Hide" }).click();
  return [before.includes(info.apiPrivateKey), key === info.apiPrivateKey, (await page.content()).includes(info.apiPrivateKey)];
}

// The page asks once more, and has seen the answers to what it asked for before.
async function poll(page) {
  for (let count = 0; count < 2; count++) await page.waitForResponse("**/_sealwax/overview");
}

async function reset(page) {
  const [asked, sent] = [[], []];
  page.on("request", (request) => request.url().endsWith("/_sealwax/reset") && sent.push(request.url()));
  const answer = (accepts) => page.once("dialog", (dialog) => {
    asked.push(dialog.type());
    return accepts ? dialog.accept() : dialog.dismiss();
  });
  answer(false);
  await page.getByRole("button", { name: "Reset" }).click();
  await poll(page);
  const before = sent.length;
  answer(true);
  await page.getByRole("button", { name: "Reset" }).click();
  await page.locator("#organizations h2").getByText("Local organization").waitFor();
  return { asked, sent: [before, sent.length], names: await page.locator("#organizations h2").allTextContents() };
}

// Problems, by another name of this machine: nothing answers at first, a request is refused, an organization goes.
async function recover(page) {
  const problem = page.locator("#problem");
  const solved = page.locator("#problem:empty");
  const all = "**/_sealwax/*";
  const seen = [];
  const tells = async () => {
    await page.locator("#problem:not(:empty)").waitFor();
    seen.push(await problem.textContent());
  };
  await page.route(all, (route) => route.abort());
  await page.goto(info.url.replace("127.0.0.1", "localhost"));
  await tells();
  await page.unroute(all);
  await page.locator("#options input").first().waitFor();
  await solved.waitFor({ state: "attached" });
  await page.locator("input[name=seconds]:not(#options *)").fill("9".repeat(15));
  await page.getByRole("button", { name: "Forward" }).click();
  await tells();
  await poll(page);
  await tells();
  await page.getByRole("button", { name: "+1 minute" }).click();
  await solved.waitFor({ state: "attached" });
  const heading = page.locator("#organizations h2");
  await page.route("**/_sealwax/overview", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), organizations: [] } });
  });
  await heading.waitFor({ state: "detached" });
  const gone = await page.locator("#organizations").textContent();
  await page.unroute("**/_sealwax/overview");
  await heading.waitFor();
  return { seen, gone, back: await heading.allTextContents() };
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const giveUp = setTimeout(() => process.exit(2), TIMEOUT_MS);
try {
  const page = await browser.newPage();
  const [errors, origins] = [[], new Set()];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await page.goto(info.url);
  await page.getByText("Root user").first().waitFor();
  await page.locator("#options input").first().waitFor();
  const texts = {};
  for (const place of ["client", "otps", "deliveries", "log", "organizations"]) {
    texts[place] = await page.locator(`#${place}`).textContent();
  }
  const folded = await page.locator("#organizations details:not([open]) summary").allInnerTexts();
  const marked = await page.locator("#organizations script, #organizations img").count();
  const key = await seeKey(page);
  await openAll(page);
  const happened = { texts, folded, marked, key, views: await look(page), faults: await switchFaults(page), clock: await moveClock(page) };
  happened.reset = await reset(page);
  // The browser's console has these problems, too: another page.
  happened.recovery = await recover(await browser.newPage());
  console.log(JSON.stringify({ ...happened, errors, origins: [...origins] }));
} finally {
  clearTimeout(giveUp);
  await browser.close();
}
