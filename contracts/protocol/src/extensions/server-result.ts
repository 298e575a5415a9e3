import type { ToolContent } from '../channels/chat/tool-calls.ts';

/**
 * A View gets the result of its tool as the server gave it. The content of a chat has no room for everything in it, so
 * the host adds what is missing, under these keys.
 */
const blockKey = 'loggia.block';
const resultKey = 'loggia.result';
const toolKey = 'loggia.tool';

type Json = Readonly<Record<string, unknown>>;

const places = ['text', 'data', 'resource.text', 'resource.blob', 'json', 'none'] as const;

/** A block of a server's result without its text or bytes, which the content holds. */
export interface ServerBlock {
  /** Where the text or the bytes belong. `json`: the text is the whole block. `none`: there are none. */
  readonly at: (typeof places)[number];
  readonly block: Json;
}

function withServerBlock<Content extends ToolContent>(content: Content, block: ServerBlock): Content {
  const { _meta } = content as { readonly _meta?: Json };
  return { ...content, _meta: { ..._meta, [blockKey]: block } };
}

/** Undefined if the content says all that the block does. */
function serverBlockOf(content: ToolContent): ServerBlock | undefined {
  const { _meta } = content as { readonly _meta?: Json };
  const found = _meta?.[blockKey];
  if (!isObject(found) || !isObject(found['block'])) return undefined;
  const at = places.find((place) => place === found['at']);
  return at && { at, block: found['block'] };
}

/** The block as the server gave it. */
function wholeBlock({ at, block }: ServerBlock, value: string): unknown {
  switch (at) {
    case 'none':
      return block;
    case 'json':
      return JSON.parse(value);
    case 'text':
    case 'data':
      return { ...block, [at]: value };
    case 'resource.text':
    case 'resource.blob': {
      const { resource } = block;
      const name = at === 'resource.text' ? 'text' : 'blob';
      return { ...block, resource: { ...(isObject(resource) && resource), [name]: value } };
    }
  }
}

/** The metadata of a call, with the fields of its result that the call has no room for. */
function withServerResult(meta: Json | undefined, fields: Json): Json {
  return { ...meta, [resultKey]: fields };
}

function serverResultOf(meta: Json | undefined): Json | undefined {
  const fields = meta?.[resultKey];
  return isObject(fields) ? fields : undefined;
}

/** The metadata of a call, with its server's own name for the tool. */
function withServerTool(meta: Json | undefined, name: string): Json {
  return { ...meta, [toolKey]: name };
}

/** Undefined if the session calls the tool by that name. */
function serverToolOf(meta: Json | undefined): string | undefined {
  const name = meta?.[toolKey];
  return typeof name === 'string' ? name : undefined;
}

/** Writes and reads the parts of a server's result that a chat keeps for its View. */
export const serverResult = {
  withBlock: withServerBlock,
  blockOf: serverBlockOf,
  wholeBlock,
  withFields: withServerResult,
  fieldsOf: serverResultOf,
  withTool: withServerTool,
  toolOf: serverToolOf,
};

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
