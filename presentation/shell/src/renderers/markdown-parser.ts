import MarkdownIt, { type Token } from 'markdown-it';
import { settleTokens } from './settle-tokens.ts';

export interface ParsedMarkdown {
  readonly tokens: readonly Token[];
  /** The targets of references, by name. */
  readonly references: Readonly<Record<string, unknown>>;
  html(from: number, to: number): string;
}

/** Deeper than this, the parser leaves text out. */
const deepest = 90;

/** An address that is used again and again must not make a long page of a short text. */
const longestReference = 2_000;

/** How many steps pass between two looks at the clock. */
const stepsAtOnce = 16;

class OutOfTime extends Error {}

let deadline = Number.POSITIVE_INFINITY;
let steps = 0;

/**
 * The first rule at every place in the text, which never matches. The parser is linear for all that we know of; this
 * holds for what we don't know.
 */
function watchTime(): boolean {
  if (++steps % stepsAtOnce === 0 && performance.now() > deadline) throw new OutOfTime();
  return false;
}

const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 100 });
// Names of files look like names of hosts ("readme.md"), so only whole addresses become links.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
// Everything passes the sanitizer, which knows more kinds of addresses.
parser.validateLink = () => true;
parser.inline.ruler.before('text', 'watch-time', watchTime);
parser.block.ruler.before('table', 'watch-time', watchTime, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});
parser.core.ruler.after('block', 'prune-references', ({ env }) => {
  const references = referencesIn(env as object);
  for (const [name, { href = '', title = '' }] of Object.entries(references)) {
    if (href.length + title.length > longestReference) delete references[name];
  }
});
parser.core.ruler.push('settle-tokens', ({ tokens }) => settleTokens(tokens));

/** Undefined when the text takes longer than that, or nests too deeply: it is better shown as it is. */
export function parseMarkdown(text: string, withinMs: number): ParsedMarkdown | undefined {
  const env = {};
  deadline = performance.now() + withinMs;
  try {
    const tokens = parser.parse(text, env);
    if (tokens.some(({ level }) => level >= deepest)) return undefined;
    const html = (from: number, to: number): string =>
      parser.renderer.render(tokens.slice(from, to), parser.options, env);
    return { tokens, references: referencesIn(env), html };
  } catch {
    // Out of time, or of room.
    return undefined;
  } finally {
    deadline = Number.POSITIVE_INFINITY;
  }
}

type References = Record<string, { readonly href?: string; readonly title?: string }>;

function referencesIn(env: object): References {
  return 'references' in env ? (env.references as References) : {};
}
