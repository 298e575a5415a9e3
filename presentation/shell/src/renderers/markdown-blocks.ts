import { Marked, type Token, type TokensList } from 'marked';

const marked = new Marked({ gfm: true, breaks: false, async: false });

/** Longer texts are shown as they are: what is read as Markdown is read at once. */
const longest = 2_000_000;

/** Quotes and lists within each other; each level is read once more, so that many would take forever. */
const tooDeep = /^(?:[ \t]{0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;

export interface MarkdownBlock {
  readonly kind: 'code' | 'table' | 'other';
  /** What it was made from: the same text makes the same block. */
  readonly raw: string;
  readonly language?: string;
  /** Of code. */
  readonly text?: string;
  /** Not safe yet. Made when it is asked for: of a text that grows, all blocks but the last are known. */
  html(): string;
}

/** The paragraphs, lists and so on of a text. */
export function blocksOf(text: string): readonly MarkdownBlock[] {
  const tokens = text.length > longest || tooDeep.test(text) ? undefined : lexed(text);
  if (!tokens) return [{ kind: 'code', raw: text, text, html: () => '' }];
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'def')
    .map((token) => blockOf(token, tokens));
}

function lexed(text: string): TokensList | undefined {
  try {
    return marked.lexer(text);
  } catch {
    // Nested so often that reading it runs out of room.
    return undefined;
  }
}

function blockOf(token: Token, { links }: TokensList): MarkdownBlock {
  if (token.type === 'code') {
    const language = typeof token['lang'] === 'string' ? token['lang'].split(/\s/, 1)[0] : undefined;
    const text = String(token['text']);
    return { kind: 'code', raw: token.raw, text, html: () => '', ...(language && { language }) };
  }
  return {
    kind: token.type === 'table' ? 'table' : 'other',
    // What a reference means may stand further down.
    raw: /\[[^\]]*\]/.test(token.raw) ? `${token.raw}\0${JSON.stringify(links)}` : token.raw,
    html: () => htmlOf(token, links),
  };
}

function htmlOf(token: Token, links: TokensList['links']): string {
  try {
    return marked.parser(Object.assign([token], { links }));
  } catch {
    return '';
  }
}
