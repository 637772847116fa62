// QR codes, as pictures that the page draws itself.
import encodeQR from "qr";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // the width of the margin, in squares (ISO/IEC 18004)

/** A picture with the QR code of a text. */
export function qrCode(text, label) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", squares.join(""));
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  picture.setAttribute("class", "code");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  picture.setAttribute("shape-rendering", "crispEdges");
  picture.append(path);
  return picture;
}
