// Bundle the core for browsers, into one file that depends on nothing but the sources and the lock:
//
//     node recovery-page/build.mjs OUT
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const readers = path.join(here, "..", "tests", "interop", "js");

await build({
  absWorkingDir: here,
  entryPoints: ["src/core.mjs"],
  outfile: path.resolve(process.argv[2]),
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "sealwax",
  charset: "utf8",
  legalComments: "none",
  alias: { "node:crypto": "./src/node_crypto.mjs", "#readers": readers },
  inject: ["src/buffer.mjs"],
  // The readers are outside of this folder, and take their packages from it.
  nodePaths: [path.join(here, "node_modules")],
});
