import { parsePattern, type PatternNode } from './pattern-syntax.ts';
import { isExponential } from './pattern-ambiguity.ts';

/** A regular expression whose cost is known before it runs. */
export interface BoundedPattern {
  readonly test: (text: string) => boolean;
  /** The longest text it is tried on; longer texts don't match. */
  readonly longest: number;
  /** The maximum number of steps for a text of this length. */
  readonly cost: (length: number) => number;
}

const longestPattern = 500;
/** The maximum number of steps of a single test: some hundredths of a second. */
const mostSteps = 5_000_000;
const longestText = 100_000;
const shortestUseful = 64;

interface Work {
  /** The power of the text's length in the number of steps. */
  readonly loops: number;
  readonly factor: number;
}

/** A point at which the engine can continue in more than one way on a character. */
interface Fork {
  readonly isLoop: boolean;
  readonly ways: (character: bigint) => number;
}

const mostCopies = 20;

function maskOf(node: PatternNode): bigint {
  switch (node.kind) {
    case 'empty':
      return 0n;
    case 'characters':
      return node.mask;
    case 'sequence':
    case 'choice':
      return node.parts.reduce((mask, part) => mask | maskOf(part), 0n);
    default:
      return maskOf(node.body);
  }
}

function forksIn(node: PatternNode): Fork[] {
  switch (node.kind) {
    case 'empty':
    case 'characters':
      return [];
    case 'sequence':
      return node.parts.flatMap(forksIn);
    case 'choice': {
      const masks = node.parts.map(maskOf);
      const ways = (character: bigint) => masks.filter((mask) => (mask & character) !== 0n).length;
      return [{ isLoop: false, ways }, ...node.parts.flatMap(forksIn)];
    }
    default: {
      const { min, max, body } = node;
      const mask = maskOf(body);
      const here = (ways: number) => (character: bigint) => ((mask & character) === 0n ? 0 : ways);
      // Inside a loop, ambiguity decides the cost, not counting.
      if (max - min > 16) return [{ isLoop: true, ways: here(1) }];
      const inner = forksIn(body);
      const copies = Array.from({ length: Math.min(max, mostCopies) }, () => inner).flat();
      return max === min ? copies : [{ isLoop: false, ways: here(max - min + 1) }, ...copies];
    }
  }
}

/**
 * In the worst case, a text of one repeated character goes through every loop that accepts it, starting at every
 * position.
 */
function worksOf(node: PatternNode, isAnchored: boolean): readonly Work[] {
  const forks = forksIn(node);
  const works = Array.from({ length: 129 }, (_, bit) => {
    const character = 1n << BigInt(bit);
    const met = forks
      .map(({ isLoop, ways }) => ({ isLoop, ways: ways(character) }))
      .filter(({ ways }) => ways > 0);
    const loops = met.filter(({ isLoop }) => isLoop).length;
    return {
      loops: Math.max(loops, 1) + (isAnchored ? 0 : 1),
      factor: met.reduce((product, { ways }) => product * ways, 1),
    };
  });
  return [...new Map(works.map((work) => [`${work.loops} ${work.factor}`, work])).values()];
}

/** The compiled expression, or a sentence that says why it isn't used. */
export function boundedPattern(source: string): BoundedPattern | { readonly message: string } {
  if (source.length > longestPattern)
    return { message: `The expression is longer than ${longestPattern} characters. Make it shorter.` };
  let expression: RegExp;
  try {
    expression = new RegExp(source, 'u');
  } catch {
    return { message: 'It is not a regular expression. Correct it.' };
  }
  const parsed = parsePattern(source);
  if ('unsupported' in parsed)
    return {
      message: `The expression uses ${parsed.unsupported}, which is not supported. Write it without.`,
    };
  const tooCostly = {
    message:
      'The expression can take forever on some texts, so it is not used. Take care that nothing in it can be repeated in two ways.',
  };
  if (isExponential(parsed.node)) return tooCostly;
  const works = worksOf(parsed.node, parsed.isAnchored);
  const longest = Math.min(
    longestText,
    ...works.map(({ loops, factor }) => Math.floor((mostSteps / factor) ** (1 / loops))),
  );
  if (longest < shortestUseful) return tooCostly;
  return {
    test: (text) => text.length <= longest && expression.test(text),
    longest,
    cost: (length) =>
      Math.max(...works.map(({ loops, factor }) => factor * Math.min(length, longest) ** loops)),
  };
}
