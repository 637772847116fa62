// Build the page, one file that depends on nothing but the sources, the lock and FACTS, the JSON that
// tools/release/recovery_page.py writes:
//
//     node recovery-page/build.mjs FACTS OUT
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { OLDEST } from "./src/browsers.mjs";
import { fixedTexts } from "./src/texts.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const source = (name) => readFile(path.join(here, "src", name), "utf8");
const readers = path.join(here, "readers");
const [facts, out] = process.argv.slice(2).map((name) => path.resolve(name));
const { dependencies } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const packages = Object.fromEntries(Object.keys(dependencies).map((name) => [name, name]));

const target = Object.entries(OLDEST).map(([name, version]) => `${name.toLowerCase()}${version}`);
const bundled = await build({
  absWorkingDir: here,
  entryPoints: ["src/core.mjs"],
  write: false,
  metafile: true,
  bundle: true,
  minify: true,
  target,
  format: "iife",
  globalName: "sealwax",
  charset: "utf8",
  legalComments: "none",
  // An alias is found from this folder: the readers take their packages from it, although others may be beside them.
  alias: { ...packages, "node:crypto": "./src/node_crypto.mjs", "#readers": readers, "#facts": facts },
  inject: ["src/buffer.mjs"],
});
// The bill of materials lists the packages of this folder.
const inputs = Object.keys(bundled.metafile.inputs);
const foreign = inputs.filter((name) => name.includes("node_modules/") && !name.startsWith("node_modules/"));
if (foreign.length) throw new Error(`packages of another folder: ${foreign.join(", ")}`);
const script = bundled.outputFiles[0].text.trim();
const style = (await transform(await source("page.css"), { loader: "css", minify: true, target })).code.trim();
// An HTML parser would end the script or read it otherwise.
if (/<\/(script|style)|<!--|\r|\0/i.test(script + style)) throw new Error("the script cannot stand in the page");

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest();
const hashOf = (text) => `'sha256-${sha256(text).toString("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]);
const texts = fixedTexts(JSON.parse(await readFile(facts, "utf8")));
const template = await source("page.html");
const render = (digits) =>
  template.replace(/\{\{(\w+)\}\}|data-text="(\w+)">/g, (found, name, key) => {
    const value = key ? texts[key] && found + escape(texts[key]) : { policy: escape(policy), script, style, digits }[name];
    if (value === undefined) throw new Error(`the page has no text ${key ?? name}`);
    return value;
  });

// The footer has the first digits of the SHA-256 of the page with zeros in their place.
const DIGITS = 16;
const digits = sha256(render("0".repeat(DIGITS))).toString("hex").slice(0, DIGITS);
await writeFile(out, render(digits));
