import { setImmediate } from 'node:timers/promises';
import {
  isKeptContent,
  serverResult,
  type MediumOf,
  type ToolContent,
  type ToolResult,
} from '@loggia/protocol';
import type { McpToolResult } from '../connection.ts';
import { blockBeyond, fieldsBeyond, shapeOf } from './server-blocks.ts';
import { spillBytes, spillText, type Spill } from './spill.ts';

export interface RenderLimits {
  /** The length of the text for the model, in characters. */
  readonly modelText: number;
  /** The size of content kept in the chat, in bytes as JSON; larger content is spilled. */
  readonly inline: number;
  /** The number of images and sounds for the model, and the size limit of each. */
  readonly mediaItems: number;
  readonly mediaBytes: number;
}

interface RenderedMedia {
  /** Base64. */
  readonly data: string;
  readonly contentType: string;
}

export interface RenderedResult {
  readonly result: ToolResult;
  /** The result's own `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For the model, within its limit. */
  readonly text: string;
  /** The length before it was cut; absent if it wasn't. */
  readonly textLength?: number;
  readonly structured?: unknown;
  readonly media?: readonly RenderedMedia[];
}

export interface RenderRequest {
  /** The tool's name for users. */
  readonly displayName: string;
  readonly result: McpToolResult;
  readonly limits?: Partial<RenderLimits>;
  readonly mediumOf: MediumOf;
  /**
   * Stores content that is too large; resolves to its address. Absent: the content is left out, and the text says so.
   */
  readonly spill?: Spill;
}

/** Sessions cut texts for models by their cost; this only limits what they are given. */
const defaultLimits: RenderLimits = {
  modelText: 256 * 1024,
  inline: 1024 * 1024,
  mediaItems: 5,
  mediaBytes: 5 * 1024 * 1024,
};

/** From this size on, a step yields to the event loop before the next. */
const large = 256 * 1024;

const asJson = { at: 'json', block: {} } as const;
/** In bytes as JSON: what stays in the chat of a block that is stored elsewhere. */
const largestShape = 64 * 1024;

type Rendered = Omit<Block, 'given'>;

/** One block of a result: its form in the chat, and its text for the model. */
interface Block {
  readonly given: unknown;
  readonly content: ToolContent;
  readonly text: string;
}

/**
 * A server's result in the form for the chat and for the model. Nothing is trusted: an invalid block is shown as JSON.
 */
export async function renderResult(request: RenderRequest): Promise<RenderedResult> {
  const { displayName, result, mediumOf, spill } = request;
  const limits = { ...defaultLimits, ...request.limits };
  const given = Array.isArray(result.content) ? result.content : [];
  const blocks: Block[] = [];
  for (const block of given) {
    const { content, text } = renderBlock(block);
    const beyond = blockBeyond(block, mediumOf);
    blocks.push({ given: block, content: beyond ? serverResult.withBlock(content, beyond) : content, text });
    await breather(sizeOf(blocks.at(-1)?.content));
  }
  const failed = result.isError === true;
  // Serialized once: for a large result this takes the most time.
  const json = result.structuredContent === undefined ? undefined : JSON.stringify(result.structuredContent);
  await breather(json?.length ?? 0);
  const whole = modelTextOf(blocks, json);
  const content = await withinLimit(blocks, limits.inline, spill);
  const keepsStructured = json !== undefined && byteLength(json) <= limits.inline;
  if (json !== undefined && !keepsStructured) {
    content.push(await spillText(json, spill));
  }
  const message = cutText(whole || `${displayName} failed without saying why.`, 2000);
  const media = mediaOf(blocks, limits, mediumOf);
  const meta = metaWithin(result, limits.inline);
  return {
    result: {
      success: !failed,
      pastTenseMessage: failed ? `${displayName} failed` : `Ran ${displayName}`,
      ...(content.length > 0 && { content }),
      ...(keepsStructured && { structuredContent: result.structuredContent }),
      ...(failed && { error: { message } }),
    },
    ...(meta && { meta }),
    text: cutText(whole, limits.modelText),
    ...(whole.length > limits.modelText && { textLength: whole.length }),
    // Both forms together would cost the model twice the limit.
    ...(keepsStructured && byteLength(json) <= limits.modelText && { structured: result.structuredContent }),
    ...(media.length > 0 && { media }),
  };
}

/** The result's own `_meta`, with its fields that the call has no room for. What is too large is left out. */
function metaWithin(result: McpToolResult, limit: number): RenderedResult['meta'] {
  const own = isObject(result._meta) && jsonSize(result._meta) <= limit ? result._meta : undefined;
  const fields = fieldsBeyond({ ...result });
  return fields && jsonSize(fields) <= limit ? serverResult.withFields(own, fields) : own;
}

/** Providers accept only types without parameters. */
const bareType = /^[\w.+-]+\/[\w.+-]+$/;

/** Images and sounds for the model. Providers refuse a whole turn for one invalid image. */
function mediaOf(
  blocks: readonly Block[],
  { mediaItems, mediaBytes }: RenderLimits,
  mediumOf: MediumOf,
): RenderedMedia[] {
  const isMedium = (contentType: string): boolean => {
    const medium = bareType.test(contentType) ? mediumOf(contentType) : undefined;
    return medium === 'image' || medium === 'audio';
  };
  return blocks
    .flatMap(({ content }) => (content.type === 'embeddedResource' ? [content] : []))
    .filter(
      ({ data, contentType }) =>
        isMedium(contentType) && (data.length * 3) / 4 <= mediaBytes && isBase64(data),
    )
    .slice(0, mediaItems)
    .map(({ data, contentType }) => ({ data, contentType }));
}

function isBase64(data: string): boolean {
  return data !== '' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

function renderBlock(block: unknown): Rendered {
  if (!isObject(block)) return unknownBlock(block);
  const mimeType = textOr(block['mimeType'], undefined);
  switch (block['type']) {
    case 'text':
      if (typeof block['text'] === 'string') return textBlock(block['text']);
      break;
    case 'image':
    case 'audio':
      if (typeof block['data'] === 'string') return binaryBlock(block['type'], block['data'], mimeType);
      break;
    case 'resource':
      if (isObject(block['resource'])) return embeddedBlock(block['resource']);
      break;
    case 'resource_link':
      // A server must not name bytes that the host keeps: its View would be given them.
      if (typeof block['uri'] === 'string' && !isKeptContent(block['uri']))
        return linkBlock(block['uri'], block, mimeType);
      break;
    default:
  }
  return unknownBlock(block);
}

function textBlock(text: string): Rendered {
  return { content: { type: 'text', text }, text };
}

function unknownBlock(block: unknown): Rendered {
  return textBlock(JSON.stringify(block) ?? '');
}

function binaryBlock(kind: 'image' | 'audio', data: string, mimeType: string | undefined): Rendered {
  const content: ToolContent = { type: 'embeddedResource', data, contentType: mimeType ?? '' };
  return { content, text: `[${kind}${mimeType === undefined ? '' : `, ${mimeType}`}, shown to the user]` };
}

function embeddedBlock(resource: Record<string, unknown>): Rendered {
  const uri = textOr(resource['uri'], 'a resource');
  const mimeType = textOr(resource['mimeType'], undefined);
  const { text, blob } = resource;
  if (typeof text === 'string') {
    if (mimeType === undefined) return textBlock(text);
    const data = Buffer.from(text, 'utf8').toString('base64');
    const content = { type: 'embeddedResource', data, contentType: mimeType, uri } as ToolContent;
    // The code of a page tells a model nothing, and takes the room of what does.
    return { content, text: isPage(uri) ? `[${uri}, a page for the user]` : text };
  }
  if (typeof blob !== 'string') return unknownBlock({ type: 'resource', resource });
  const content = { type: 'embeddedResource', data: blob, contentType: mimeType ?? '', uri };
  return { content: content as ToolContent, text: `[${uri}, shown to the user]` };
}

function isPage(uri: string): boolean {
  return uri.startsWith('ui://');
}

function linkBlock(uri: string, block: Record<string, unknown>, mimeType: string | undefined): Rendered {
  const { size, name, title } = block;
  const content: ToolContent = {
    type: 'resource',
    uri,
    ...(typeof size === 'number' && { sizeHint: size }),
    ...(mimeType !== undefined && { contentType: mimeType }),
  };
  const label = textOr(title, textOr(name, undefined));
  return { content, text: label === undefined ? `[${uri}]` : `[${label}: ${uri}]` };
}

/** If a server answers with data alone, the model reads it as JSON. */
function modelTextOf(blocks: readonly Block[], json: string | undefined): string {
  const text = blocks
    .map((block) => block.text)
    .filter((part) => part !== '')
    .join('\n');
  return text === '' ? (json ?? '') : text;
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Don't cut between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
  const cut = text.length - end;
  return `${text.slice(0, end)}\n[${cut} of ${text.length} characters were cut here; the user has the whole result.]`;
}

/** The first blocks that fit stay; the others are stored elsewhere and leave a reference. */
async function withinLimit(
  blocks: readonly Block[],
  limit: number,
  spill: Spill | undefined,
): Promise<ToolContent[]> {
  let left = limit;
  const content: ToolContent[] = [];
  for (const block of blocks) {
    const estimate = sizeOf(block.content);
    // A block that is too large by its text alone needn't be measured as JSON.
    const size = estimate > left ? estimate : jsonSize(block.content);
    if (size <= left) {
      left -= size;
      content.push(block.content);
    } else content.push(await spillBlock(block, spill));
    await breather(estimate);
  }
  return content;
}

async function spillBlock({ given, content }: Block, spill: Spill | undefined): Promise<ToolContent> {
  const shape = content.type === 'resource' ? asJson : shapeOf(given);
  const spilled = await spillContent(content, given, spill);
  const isKept = spilled.type === 'resource' && jsonSize(shape) <= largestShape;
  return isKept ? serverResult.withBlock(spilled, shape) : spilled;
}

function spillContent(content: ToolContent, given: unknown, spill: Spill | undefined): Promise<ToolContent> {
  if (content.type === 'text') return spillText(content.text, spill);
  if (content.type === 'embeddedResource')
    return spillBytes(Buffer.from(content.data, 'base64'), content.contentType, spill);
  return spillText(JSON.stringify(given), spill);
}

/** A lower bound of the size. */
function sizeOf(content: ToolContent | undefined): number {
  if (content?.type === 'text') return content.text.length;
  return content?.type === 'embeddedResource' ? content.data.length : 0;
}

function jsonSize(value: unknown): number {
  return byteLength(JSON.stringify(value) ?? '');
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Yields to the event loop after a large step. */
async function breather(size: number): Promise<void> {
  if (size >= large) await setImmediate();
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
