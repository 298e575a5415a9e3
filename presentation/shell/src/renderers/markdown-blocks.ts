import type { Token } from 'markdown-it';
import { parseMarkdown, type ParsedMarkdown } from './markdown-parser.ts';

/** Longer texts are shown as they are. */
const longest = 2_000_000;
/** The longest text that is sanitized and laid out in one piece. */
const longestBlock = 100_000;
/** The same, in parts such as cells and words in italics: a table of two columns and 2,000 rows has as many. */
const mostTokens = 20_000;

/** Quotes and lists within each other. */
const tooDeep = /^(?:[ \t]{0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;

const tooLong = 'Shown as plain text: too long to format.';
const tooComplex = 'Shown as plain text: too complex to format.';

export interface MarkdownBlock {
  readonly kind: 'code' | 'table' | 'other';
  /** The source of the block: the same text makes the same block. */
  readonly raw: string;
  /** Where it begins in the text. */
  readonly start: number;
  readonly language?: string;
  /** Only for code. */
  readonly text?: string;
  /** Why text that isn't code is shown like code. */
  readonly note?: string;
  /** Not safe yet. Made when it is asked for: of a text that grows, all blocks but the last are known. */
  html(): string;
}

export interface MarkdownDocument {
  readonly blocks: readonly MarkdownBlock[];
  /** Whether a block may depend on what stands elsewhere in the text. */
  readonly hasReferences: boolean;
}

/** The paragraphs, lists and so on of a text, in a time that grows with its length alone. */
export function documentOf(given: string): MarkdownDocument {
  const text = given.replace(/\r\n?/g, '\n');
  if (text.length > longest) return plain(given, tooLong);
  const parsed =
    givenUp.includes(text) || tooDeep.test(text) ? undefined : parseMarkdown(text, timeFor(text));
  if (!parsed) {
    if (!givenUp.includes(text)) givenUp = [text, ...givenUp.slice(0, mostGivenUp - 1)];
    return plain(given, tooComplex);
  }
  const hasReferences = Object.keys(parsed.references).length > 0;
  const meaning = hasReferences ? meaningOf(JSON.stringify(parsed.references)) : '';
  return { blocks: [...blocksIn(text, parsed, meaning)], hasReferences };
}

/** Texts that once took too long: rows of a transcript come and go, and are not tried again. */
let givenUp: readonly string[] = [];
const mostGivenUp = 20;

let lastMeaning = { json: '', number: 0 };

/** Stands for what all references mean, in few characters: it becomes a part of every block that may have one. */
function meaningOf(json: string): string {
  if (json !== lastMeaning.json) lastMeaning = { json, number: lastMeaning.number + 1 };
  return String(lastMeaning.number);
}

export function blocksOf(text: string): readonly MarkdownBlock[] {
  return documentOf(text).blocks;
}

/** Generous: an ordinary text takes a small part of it, also on a busy machine. */
function timeFor({ length }: string): number {
  return 2_000 + length / 1_000;
}

function plain(text: string, note: string): MarkdownDocument {
  return { blocks: [plainBlock(text, 0, note)], hasReferences: false };
}

function plainBlock(text: string, start: number, note: string): MarkdownBlock {
  return { kind: 'code', raw: text, start, text, note, html: () => '' };
}

function* blocksIn(text: string, parsed: ParsedMarkdown, meaning: string): Generator<MarkdownBlock> {
  const { tokens } = parsed;
  const offsetOf = lineOffsets(text);
  for (let from = 0, to = 0; from < tokens.length; from = to) {
    const first = tokens[from];
    to = endOfBlock(tokens, from);
    if (!first?.map) continue;
    const start = offsetOf(first.map[0]);
    const raw = text.slice(start, offsetOf(first.map[1]));
    if (first.type === 'fence' || first.type === 'code_block') {
      const language = first.info.trim().split(/\s/, 1)[0];
      const code = first.content.replace(/\n$/, '');
      yield { kind: 'code', raw, start, text: code, html: () => '', ...(language && { language }) };
    } else if (raw.length > longestBlock || tokensIn(tokens, from, to) > mostTokens) {
      yield plainBlock(raw, start, tooLong);
    } else if (weightOf(tokens, from, to) > 10 * raw.length + 20_000) {
      yield plainBlock(raw, start, tooComplex);
    } else {
      const kind = first.type === 'table_open' ? 'table' : 'other';
      // The target of a reference may be defined further down.
      const key = raw.includes('[') && meaning !== '' ? `${raw}\0${meaning}` : raw;
      yield { kind, raw: key, start, html: htmlOf(parsed, from, to) };
    }
  }
}

function htmlOf(parsed: ParsedMarkdown, from: number, to: number): () => string {
  return () => {
    try {
      return parsed.html(from, to);
    } catch {
      return '';
    }
  };
}

/** The place after the token that closes what begins here. */
function endOfBlock(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

function tokensIn(tokens: readonly Token[], from: number, to: number): number {
  let count = to - from;
  for (let at = from; at < to; at++) count += tokens[at]?.children?.length ?? 0;
  return count;
}

/** About how long the HTML of these will be. */
function weightOf(tokens: readonly Token[], from: number, to: number): number {
  let weight = 0;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    for (const { content, attrs } of [...(token ? [token] : []), ...(token?.children ?? [])]) {
      weight += content.length;
      for (const [, value] of attrs ?? []) weight += String(value).length;
    }
  }
  return weight;
}

/** Where a line begins; asked for in ascending order. */
function lineOffsets(text: string): (line: number) => number {
  let known = 0;
  let offset = 0;
  return (line) => {
    while (known < line) {
      const next = text.indexOf('\n', offset);
      if (next < 0) return text.length;
      offset = next + 1;
      known += 1;
    }
    return offset;
  };
}
