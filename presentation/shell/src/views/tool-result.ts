import {
  serverResult,
  type MediumOf,
  type ServerBlock,
  type ToolCall,
  type ToolContent,
} from '@loggia/protocol';
import { isKept } from '../host/kept-content.ts';

type Json = Readonly<Record<string, unknown>>;
type Finished = Extract<ToolCall, { status: 'completed' }>;

/** The URI of a call's View; older servers use one flat key. Undefined if the call has none. */
export function viewUriOf({
  contributor,
  _meta,
}: Pick<ToolCall, 'contributor' | '_meta'>): string | undefined {
  if (contributor?.kind !== 'mcp') return undefined;
  const { ui, ['ui/resourceUri']: flat } = (_meta ?? {}) as Json;
  const nested = isObject(ui) ? ui['resourceUri'] : undefined;
  const uri = nested ?? flat;
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** The name that the server itself gave the tool; the session may call it by another. */
export function serverToolName({ toolName, _meta }: Pick<ToolCall, 'toolName' | '_meta'>): string {
  return serverResult.toolOf(_meta) ?? toolName;
}

function isKeptElsewhere(content: ToolContent): content is Extract<ToolContent, { type: 'resource' }> {
  return content.type === 'resource' && isKept(content.uri);
}

/** Reads stored content: as text if it is text, else as base64. */
export type ReadKept = (uri: string, encoding: 'utf-8' | 'base64') => Promise<string>;

/** The result of a call as its server gave it, as far as the chat has kept it; stored parts are read. */
export async function wholeResult(
  call: Finished,
  read: ReadKept,
  askMedium: () => Promise<MediumOf>,
): Promise<Json> {
  const given = call.content ?? [];
  const content: unknown[] = [];
  const mediumOf = given.some(hasType) ? await askMedium() : () => undefined;
  let { structuredContent } = call;
  for (const [index, item] of given.entries()) {
    const block = serverResult.blockOf(item);
    if (block) {
      content.push(serverResult.wholeBlock(block, await valueOf(item, block, read)));
      continue;
    }
    if (!isKeptElsewhere(item)) {
      content.push(...blockOf(item, mediumOf));
      continue;
    }
    if (item.contentType !== undefined) {
      content.push(binary(await read(item.uri, 'base64'), item.contentType, undefined, mediumOf));
      continue;
    }
    const text = await read(item.uri, 'utf-8');
    // Data that was too large comes after everything else.
    const data = index === given.length - 1 && structuredContent === undefined ? parsed(text) : undefined;
    if (data === undefined) content.push({ type: 'text', text });
    else structuredContent = data;
  }
  if (content.length === 0 && call.error) content.push({ type: 'text', text: call.error.message });
  const meta = metaOf(call._meta);
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(!call.success && { isError: true }),
    ...(meta && { _meta: meta }),
    ...serverResult.fieldsOf(call._meta),
  };
}

/** The text or the bytes of a block. */
async function valueOf(item: ToolContent, { at }: ServerBlock, read: ReadKept): Promise<string> {
  const isBytes = at === 'data' || at === 'resource.blob';
  if (isKeptElsewhere(item)) return read(item.uri, isBytes ? 'base64' : 'utf-8');
  if (item.type === 'text') return item.text;
  if (item.type !== 'embeddedResource') return '';
  return isBytes ? item.data : textOf(item.data);
}

function hasType(item: ToolContent): boolean {
  return item.type === 'embeddedResource' || isKeptElsewhere(item);
}

function blockOf(item: ToolContent, mediumOf: MediumOf): readonly Json[] {
  switch (item.type) {
    case 'text':
      return [{ type: 'text', text: item.text }];
    case 'embeddedResource': {
      const { uri } = item as { readonly uri?: unknown };
      return [binary(item.data, item.contentType, typeof uri === 'string' ? uri : undefined, mediumOf)];
    }
    case 'resource': {
      const { uri, contentType, sizeHint } = item;
      return [
        {
          type: 'resource_link',
          uri,
          name: uri.split('/').at(-1) || uri,
          ...(contentType !== undefined && { mimeType: contentType }),
          ...(sizeHint !== undefined && { size: sizeHint }),
        },
      ];
    }
    default:
      return [];
  }
}

function binary(data: string, said: string, uri: string | undefined, mediumOf: MediumOf): Json {
  const mimeType = said === '' ? {} : { mimeType: said };
  if (uri === undefined) {
    const medium = mediumOf(said);
    if (medium === 'image' || medium === 'audio') return { type: medium, data, ...mimeType };
    return { type: 'resource', resource: { uri: 'result:', blob: data, ...mimeType } };
  }
  // Text is stored in the same form as bytes.
  if (mediumOf(said) === 'text')
    return { type: 'resource', resource: { uri, text: textOf(data), ...mimeType } };
  return { type: 'resource', resource: { uri, blob: data, ...mimeType } };
}

function textOf(base64: string): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
    );
  } catch {
    return '';
  }
}

/** The result's own metadata; the View's URI belongs to the call. */
function metaOf(meta: ToolCall['_meta']): Json | undefined {
  const entries = Object.entries(meta ?? {}).filter(
    ([key]) => key !== 'ui' && key !== 'ui/resourceUri' && !/^loggia[./]/.test(key),
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
