/** The facts that a program announces about itself with escape sequences. */
export interface Announced {
  readonly title?: string;
  /** The URI of the folder that its shell is in. */
  readonly cwd?: string;
}

const longestTitle = 256;
/** A longer one isn't a title or folder. */
const longestSequence = 4096;
// oxlint-disable-next-line no-control-regex -- these are the sequences
const sequences = /\u001B\](0|2|7);([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g;

/** Finds titles (OSC 0 and 2) and folders (OSC 7) in output, also in sequences that arrive in pieces. */
export class AnnouncedFacts {
  #tail = '';

  /** The newest ones in this piece of output. */
  read(output: string): Announced {
    const text = this.#tail + output;
    let found: Announced = {};
    let through = 0;
    for (const match of text.matchAll(sequences)) {
      const [whole, kind, value = ''] = match;
      through = match.index + whole.length;
      found = kind === '7' ? { ...found, ...cwdOf(value) } : { ...found, ...titleOf(value) };
    }
    const open = text.lastIndexOf('\u001B]');
    const isOpen = open >= through && text.length - open <= longestSequence;
    // The escape character alone may be the beginning of one.
    this.#tail = isOpen ? text.slice(open) : text.endsWith('\u001B') ? '\u001B' : '';
    return found;
  }
}

function titleOf(value: string): Announced {
  const title = printable(value).slice(0, longestTitle);
  return title === '' ? {} : { title };
}

function cwdOf(value: string): Announced {
  return value.startsWith('file://') && value.length <= longestSequence && URL.canParse(value)
    ? { cwd: new URL(value).href }
    : {};
}

/** Without control characters and those that change the direction of text: titles stand among other words. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
}
