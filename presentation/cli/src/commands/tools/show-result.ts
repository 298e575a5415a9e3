import { isDeepStrictEqual } from 'node:util';
import type { ExtensionResult } from '../../host/host-link.ts';
import { printable, printableJson, printableLine } from '../../output/printable.ts';

type ToolResult = ExtensionResult<'x-loggia/callTool'>;
type Block = Readonly<Record<string, unknown>>;

/** The result of a tool for people: text as it is, a note for content that a terminal cannot show, and data as JSON. */
export function shownResult({ content = [], structuredContent }: ToolResult): readonly string[] {
  const blocks = content.filter((block) => !repeats(block, structuredContent)).map(shownBlock);
  const hasMore =
    structuredContent !== undefined && !content.some((block) => wraps(structuredContent, block));
  return hasMore ? [...blocks, printableJson(structuredContent, 2)] : blocks;
}

/** Structured content must be an object, so servers put a text into one: `{"content": "…"}`, `{"result": "…"}`. */
function wraps(structuredContent: unknown, { type, text }: Block): boolean {
  const [only, ...others] = Object.values(Object(structuredContent) as Block);
  return type === 'text' && typeof only === 'string' && only === text && others.length === 0;
}

/** Servers give structured content a second time as text, for clients that know only text. */
function repeats({ type, text }: Block, structuredContent: unknown): boolean {
  if (structuredContent === undefined || type !== 'text' || typeof text !== 'string') return false;
  try {
    return isDeepStrictEqual(JSON.parse(text), structuredContent);
  } catch {
    return false;
  }
}

function shownBlock(block: Block): string {
  switch (block['type']) {
    case 'text':
      return printable(textIn(block, 'text')).trimEnd();
    case 'image':
    case 'audio':
      return `[${block['type']}${kindIn(block)}, ${sizeOf(textIn(block, 'data'))}; --json has it]`;
    case 'resource_link':
      return `[link] ${printableLine(textIn(block, 'title') || textIn(block, 'name'))} ${printableLine(textIn(block, 'uri'))}`;
    case 'resource':
      return shownResource(block['resource']);
    default:
      return `[${printableLine(textIn(block, 'type')) || 'something'} that this command cannot show; --json has it]`;
  }
}

function shownResource(resource: unknown): string {
  const entry: Block = typeof resource === 'object' && resource !== null ? (resource as Block) : {};
  const head = `[resource] ${printableLine(textIn(entry, 'uri'))}`;
  if (typeof entry['text'] === 'string') return `${head}\n${printable(entry['text']).trimEnd()}`;
  return `${head} [${sizeOf(textIn(entry, 'blob'))}${kindIn(entry)}; --json has it]`;
}

function textIn(block: Block, key: string): string {
  const value = block[key];
  return typeof value === 'string' ? value : '';
}

function kindIn(block: Block): string {
  const kind = printableLine(textIn(block, 'mimeType'));
  return kind === '' ? '' : `, ${kind}`;
}

/** The size of base64 data. */
function sizeOf(encoded: string): string {
  const bytes = Math.floor((encoded.replace(/=+$/, '').length * 3) / 4);
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
