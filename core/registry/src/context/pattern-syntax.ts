/** The set of characters: one bit for each ASCII character, and one for all others together. */
export type PatternNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'characters'; readonly mask: bigint }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number };

export type ParsedPattern =
  | { readonly node: PatternNode; readonly isAnchored: boolean }
  | { readonly unsupported: string };

const others = 1n << 128n;
const empty: PatternNode = { kind: 'empty' };
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const deepest = 30;

class Unsupported extends Error {}

// A printable character, an escape for one, or a class of those: it matches nothing beyond ASCII.
const plainAtom = /^(?:[ -~]|\\[^pPuxcWDSs]|\[(?!\^)(?:[ -[\]^-~]|\\[^pPuxcWDSs])*\])$/;

/** Asks the engine itself what an atom matches. All non-ASCII characters count as one, which errs on the safe side. */
function maskOf(atom: string): bigint {
  const expression = new RegExp(`^(?:${atom})$`, 'u');
  return ascii.reduce(
    (mask, character, code) => (expression.test(character) ? mask | (1n << BigInt(code)) : mask),
    plainAtom.test(atom) && atom !== '.' ? 0n : others,
  );
}

/** Reads an expression that the engine has already accepted with the flag `u`. */
export function parsePattern(source: string): ParsedPattern {
  let at = 0;
  let depth = 0;
  let alternatives = 0;

  function take(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, 'uy');
    sticky.lastIndex = at;
    const match = sticky.exec(source) ?? undefined;
    if (match !== undefined) at = sticky.lastIndex;
    return match;
  }

  function readChoice(): PatternNode {
    depth += 1;
    if (depth > deepest) throw new Unsupported('groups within groups within groups');
    const parts = [readSequence()];
    while (take(/\|/) !== undefined) parts.push(readSequence());
    if (depth === 1) alternatives = parts.length;
    depth -= 1;
    return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'choice', parts };
  }

  function readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(readRepeat());
    return { kind: 'sequence', parts };
  }

  function readRepeat(): PatternNode {
    const body = readAtom();
    const quantifier = take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/);
    if (quantifier === undefined) return body;
    const [, sign, least, comma, most] = quantifier;
    if (sign !== undefined)
      return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(least);
    if (comma === '') return { kind: 'repeat', body, min, max: min };
    return { kind: 'repeat', body, min, max: most === '' ? Infinity : Number(most) };
  }

  function readAtom(): PatternNode {
    if (take(/\(\?<?[=!]/) !== undefined) throw new Unsupported('a look ahead or behind');
    if (take(/\((?:\?:|\?<[^>]*>)?/) !== undefined) {
      const group = readChoice();
      if (take(/\)/) === undefined) throw new Unsupported('a group of a special kind');
      return group;
    }
    if (take(/[$^]|\\[bB]/) !== undefined) return empty;
    if (take(/\\(?:[1-9]|k<)/) !== undefined) throw new Unsupported('a reference to a group');
    const atom = take(
      /\[(?:\\.|[^\]\\])*\]|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[pPu]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\.|[^()|]/,
    );
    if (atom === undefined) throw new Unsupported('a group of a special kind');
    return { kind: 'characters', mask: maskOf(atom[0]) };
  }

  try {
    const node = readChoice();
    if (at < source.length) return { unsupported: 'something that is not understood' };
    return { node, isAnchored: source.startsWith('^') && alternatives === 1 };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    return { unsupported: 'something that is not understood' };
  }
}
