// Name what the browser lacks, before any other module can fail without it.
import { missing } from "./browsers.mjs";
import { SAID } from "./texts.mjs";

const names = missing();
if (names.length) document.getElementById("unready").textContent = SAID.lacks(names);
