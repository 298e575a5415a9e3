import type { ToolContent, ToolResult } from '@loggia/protocol';
import type { McpToolResult } from '../connection.ts';

export interface RenderLimits {
  /** How much text the model gets, in characters. */
  readonly modelText: number;
  /** How much the chat keeps in itself, in bytes as JSON; what is larger is spilled. */
  readonly inline: number;
}

export interface RenderedResult {
  readonly result: ToolResult;
  /** The result's own `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For the model, within its limit. */
  readonly text: string;
  readonly structured?: unknown;
}

export interface RenderRequest {
  /** What the user reads as the name of the tool. */
  readonly displayName: string;
  readonly result: McpToolResult;
  readonly limits?: Partial<RenderLimits>;
  /** Keeps what is too large; resolves to where it can be read. Absent: it is left out, and the text says so. */
  spill?(bytes: Uint8Array, contentType: string | undefined): Promise<string>;
}

const defaultLimits: RenderLimits = { modelText: 64 * 1024, inline: 1024 * 1024 };

/** One block of a result: how the chat shows it, and what the model reads. */
interface Block {
  readonly content: ToolContent;
  readonly text: string;
}

/**
 * A server's result as a chat keeps it and as the model reads it. Nothing is trusted: a block that makes no sense is
 * shown as the JSON that it is.
 */
export async function renderResult(request: RenderRequest): Promise<RenderedResult> {
  const { displayName, result } = request;
  const limits = { ...defaultLimits, ...request.limits };
  const blocks = (Array.isArray(result.content) ? result.content : []).map(renderBlock);
  const failed = result.isError === true;
  const whole = modelTextOf(blocks, result.structuredContent);
  const text = cutText(whole, limits.modelText);
  const structured = fits(result.structuredContent, limits.inline) ? result.structuredContent : undefined;
  const content = await withinLimit(blocks, limits.inline, request.spill);
  if (result.structuredContent !== undefined && structured === undefined) {
    content.push(await spillJson(result.structuredContent, request.spill));
  }
  const message = cutText(whole || `${displayName} failed without saying why.`, 2000);
  return {
    result: {
      success: !failed,
      pastTenseMessage: failed ? `${displayName} failed` : `Ran ${displayName}`,
      ...(content.length > 0 && { content }),
      ...(structured !== undefined && { structuredContent: structured }),
      ...(failed && { error: { message } }),
    },
    ...(isObject(result._meta) && fits(result._meta, limits.inline) && { meta: result._meta }),
    text,
    // What the model gets in two forms would cost it twice the limit.
    ...(structured !== undefined && fits(structured, limits.modelText) && { structured }),
  };
}

function renderBlock(block: unknown): Block {
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
      if (typeof block['uri'] === 'string') return linkBlock(block['uri'], block, mimeType);
      break;
    default:
  }
  return unknownBlock(block);
}

function textBlock(text: string): Block {
  return { content: { type: 'text', text }, text };
}

function unknownBlock(block: unknown): Block {
  return textBlock(JSON.stringify(block) ?? '');
}

function binaryBlock(kind: 'image' | 'audio', data: string, mimeType: string | undefined): Block {
  const content: ToolContent = { type: 'embeddedResource', data, contentType: mimeType ?? '' };
  return { content, text: `[${kind}${mimeType === undefined ? '' : `, ${mimeType}`}, shown to the user]` };
}

function embeddedBlock(resource: Record<string, unknown>): Block {
  const uri = textOr(resource['uri'], 'a resource');
  const mimeType = textOr(resource['mimeType'], undefined);
  const { text, blob } = resource;
  if (typeof text === 'string') {
    if (mimeType === undefined) return textBlock(text);
    const data = Buffer.from(text, 'utf8').toString('base64');
    return { content: { type: 'embeddedResource', data, contentType: mimeType, uri } as ToolContent, text };
  }
  if (typeof blob !== 'string') return unknownBlock({ type: 'resource', resource });
  const content = { type: 'embeddedResource', data: blob, contentType: mimeType ?? '', uri };
  return { content: content as ToolContent, text: `[${uri}, shown to the user]` };
}

function linkBlock(uri: string, block: Record<string, unknown>, mimeType: string | undefined): Block {
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

/** Servers that answer with data alone are read by the model as JSON. */
function modelTextOf(blocks: readonly Block[], structured: unknown): string {
  const text = blocks
    .map((block) => block.text)
    .filter((part) => part !== '')
    .join('\n');
  return text === '' && structured !== undefined ? JSON.stringify(structured) : text;
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Half of a pair of surrogates is no character.
  const end = /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
  const cut = text.length - end;
  return `${text.slice(0, end)}\n[${cut} of ${text.length} characters were cut here; the user has the whole result.]`;
}

/** The first blocks that fit stay; the others go elsewhere and leave a reference. */
async function withinLimit(
  blocks: readonly Block[],
  limit: number,
  spill: RenderRequest['spill'],
): Promise<ToolContent[]> {
  let left = limit;
  const content: ToolContent[] = [];
  for (const block of blocks) {
    const size = jsonSize(block.content);
    if (size <= left) {
      left -= size;
      content.push(block.content);
    } else content.push(await spillBlock(block.content, spill));
  }
  return content;
}

async function spillBlock(content: ToolContent, spill: RenderRequest['spill']): Promise<ToolContent> {
  if (content.type === 'text') return spillBytes(Buffer.from(content.text, 'utf8'), undefined, spill);
  if (content.type === 'embeddedResource')
    return spillBytes(Buffer.from(content.data, 'base64'), content.contentType, spill);
  return spillJson(content, spill);
}

async function spillJson(value: unknown, spill: RenderRequest['spill']): Promise<ToolContent> {
  return spillBytes(Buffer.from(JSON.stringify(value), 'utf8'), undefined, spill);
}

async function spillBytes(
  bytes: Uint8Array,
  contentType: string | undefined,
  spill: RenderRequest['spill'],
): Promise<ToolContent> {
  const lost: ToolContent = {
    type: 'text',
    text: `[${bytes.length} bytes were too large for this chat and could not be kept.]`,
  };
  if (!spill) return lost;
  try {
    const uri = await spill(bytes, contentType);
    return {
      type: 'resource',
      uri,
      sizeHint: bytes.length,
      ...(contentType !== undefined && { contentType }),
    };
  } catch {
    return lost;
  }
}

function fits(value: unknown, limit: number): boolean {
  return value === undefined || jsonSize(value) <= limit;
}

function jsonSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
