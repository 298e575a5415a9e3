import { isKeptContent, viewToolLimits, type ToolContent, type ToolResult } from '@loggia/protocol';
import { bytes } from '../ui/bytes.ts';

type Json = Readonly<Record<string, unknown>>;

const longestMessage = 2000;

export function failedResult(message: string, code?: string): ToolResult {
  const error = { message: message.slice(0, longestMessage), ...(code !== undefined && { code }) };
  return { success: false, pastTenseMessage: error.message, error };
}

/** A View's answer to a call of its tool, in the form for the chat. Nothing in it is trusted. */
export function resultOfAnswer(answer: unknown, displayName: string): ToolResult {
  if (!isObject(answer)) return failedResult('The View’s answer isn’t the result of a tool.');
  const { content, structuredContent, isError } = answer;
  const size = sizeOf({ content, structuredContent });
  if (size > viewToolLimits.answer)
    return failedResult(
      `The View’s answer has ${bytes(size)}, and the limit is ${bytes(viewToolLimits.answer)}. Ask it for less.`,
      'tooLarge',
    );
  const parts = (Array.isArray(content) ? content : []).map(partOf);
  const result = {
    ...(parts.length > 0 && { content: parts }),
    ...(structuredContent !== undefined && { structuredContent }),
  };
  if (isError !== true) return { success: true, pastTenseMessage: `Ran ${displayName}`, ...result };
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { ...failedResult(said || `${displayName} failed without saying why.`), ...result };
}

function partOf(block: unknown): ToolContent {
  if (!isObject(block)) return asText(block);
  const { type, text, data, mimeType, resource, uri } = block;
  const contentType = typeof mimeType === 'string' ? mimeType : '';
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { type: 'embeddedResource', data, contentType };
  if (type === 'resource' && isObject(resource)) return resourceOf(resource);
  // A View must not name bytes that the host keeps for others.
  if (type === 'resource_link' && typeof uri === 'string' && !isKeptContent(uri))
    return { type: 'resource', uri, ...(contentType !== '' && { contentType }) };
  return asText(block);
}

function resourceOf(resource: Json): ToolContent {
  const { text, blob, mimeType } = resource;
  if (typeof text === 'string') return { type: 'text', text };
  if (typeof blob !== 'string') return asText(resource);
  return {
    type: 'embeddedResource',
    data: blob,
    contentType: typeof mimeType === 'string' ? mimeType : '',
  };
}

function asText(value: unknown): ToolContent {
  return { type: 'text', text: JSON.stringify(value) ?? '' };
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
