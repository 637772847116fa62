// Characters that a person cannot see, or would miss: shown on the screen and on paper so that they can be copied.

/** The pattern of controls, of what is not shown or looks empty, and of what changes the order of others. */
export const UNSEEN =
  "[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u1680\\u2800]";

const ALL_UNSEEN = new RegExp(UNSEEN, "gu");
// Spaces at an end, several in a row, and other ones than the space bar gives; BIP-39 takes all for the same.
const SPACES = /(^\p{Zs}+|\p{Zs}+$|\p{Zs}{2,}|(?! )\p{Zs})/u;

/** A text whose characters can all be seen. */
export const visible = (text) => text.replace(ALL_UNSEEN, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);

/** Nodes with a text: a mark stands on each space that is easy to miss, and is not copied with the text. */
export function marked(text) {
  const space = (character) => Object.assign(document.createElement("span"), { className: "space", textContent: character });
  // The parts between matches have even places.
  return visible(text)
    .split(SPACES)
    .flatMap((part, place) => (place % 2 ? [...part].map(space) : part ? [part] : []));
}

/** The names of the messages about characters that are easy to miss in a text. */
export function unseenIn(text) {
  const found = {
    spaceFirst: /^\p{Zs}/u.test(text),
    spaceLast: /\p{Zs}$/u.test(text),
    spacesInside: /\p{Zs}{2}/u.test(text.trim()),
    hidden: visible(text) !== text,
  };
  return Object.keys(found).filter((name) => found[name]);
}
