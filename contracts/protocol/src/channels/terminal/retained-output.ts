/** A terminal keeps about this much output, in UTF-16 units: some thousand lines. */
export const retainedOutput = 256 * 1024;

/** The private modes that are on until a program turns them off: line wrapping and the cursor. */
const onByDefault = new Set(['7', '25']);

/**
 * The end of the output, from the start of a line if there is one near. Modes that programs set in the part that is
 * dropped, such as the alternate screen, are set at the front: without them, the rest would be drawn wrongly.
 */
export function endOfOutput(output: string, length = retainedOutput): string {
  if (output.length <= length) return output;
  const cut = output.length - length;
  const line = output.indexOf('\n', cut);
  // A full-screen program writes long stretches without line breaks.
  const from = line >= 0 && line - cut < length / 4 ? line + 1 : cut;
  return modesAfter(output.slice(0, from)) + output.slice(from);
}

/** The sequences that bring a new terminal into the modes that this output leaves one in. */
function modesAfter(output: string): string {
  const modes = new Map<string, string>();
  for (const [whole, names, set] of output.matchAll(privateModes)) {
    if (whole === reset) modes.clear();
    for (const name of names?.split(';') ?? []) if (name && set) modes.set(name, set);
  }
  return [...modes]
    .filter(([name, set]) => (set === 'h') !== onByDefault.has(name))
    .map(([name, set]) => `\u001B[?${name}${set}`)
    .join('');
}

const reset = '\u001Bc';
// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
const privateModes = /\u001B(?:c|\[\?([\d;]{1,64})([hl]))/g;
