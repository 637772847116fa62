// Name what the browser lacks, before any other module can fail without it.
import { missing } from "./browsers.mjs";
import { preferred, SAID, speak } from "./texts.mjs";

const names = missing();
if (names.length) {
  speak(preferred(navigator.languages));
  document.getElementById("unready").textContent = SAID.lacks(names);
}
