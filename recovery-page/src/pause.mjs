// Pauses of long work.

const LONGEST_MS = 50;
let since = 0;

/** Let the browser show what changed, and react, after some work. */
export async function pause() {
  if (performance.now() - since < LONGEST_MS) return;
  await new Promise((resolve) => setTimeout(resolve));
  since = performance.now();
}
