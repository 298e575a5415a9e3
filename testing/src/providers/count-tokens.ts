import { records, type Json } from './wire.ts';

/** The tokens that providers count for an image of ordinary size. */
const tokensPerImage = 1_000;
/** The role of a message and its borders. */
const tokensPerMessage = 4;
const tokensPerTool = 8;

/** Ids, types and signatures, which providers don't count, and contents that aren't text. */
const uncounted = new Set([
  'type',
  'role',
  'id',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'signature',
  'encrypted_content',
  'thoughtSignature',
  'cache_control',
  'media_type',
  'mimeType',
]);
/** Where the names count, too. */
const argumentsOf = new Set(['input', 'args']);
const images = new Set(['source', 'image_url', 'inlineData']);

/**
 * The tokens of a text, as a tokenizer would cut it: short words are one, longer ones several, as are numbers and runs
 * of signs. It is made without regard to how anything else here estimates tokens.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(/[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]+|\s{2,}/g)) {
    if (/^[A-Za-z]/.test(run)) tokens += Math.ceil(run.length / 7);
    else if (/^[0-9]/.test(run)) tokens += Math.ceil(run.length / 3);
    else if (/^\s/.test(run)) tokens += 1;
    else tokens += /^[\x20-\x7e]/.test(run) ? Math.ceil(run.length / 2) : run.length;
  }
  return tokens;
}

/** The tokens of a request: its tools, its instructions and its messages, in any of the wire formats. */
export function requestTokens(body: Json): number {
  const tools = records(body['tools']).flatMap((entry) => {
    const declared = entry['functionDeclarations'];
    return Array.isArray(declared) ? records(declared) : [entry];
  });
  const messages = [body['messages'], body['input'], body['contents']].flatMap(records);
  const system = [body['system'], body['systemInstruction'], body['instructions']];
  return (
    tools.reduce((sum, tool) => sum + tokensPerTool + countTokens(JSON.stringify(tool)), 0) +
    messages.reduce((sum, message) => sum + tokensPerMessage + valueTokens(message), 0) +
    system.reduce((sum: number, value) => sum + valueTokens(value), 0)
  );
}

function valueTokens(value: unknown): number {
  if (typeof value === 'string') return countTokens(value);
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + valueTokens(one), 0);
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.entries(value).reduce((sum, [key, inner]) => {
    if (uncounted.has(key)) return sum;
    if (images.has(key)) return sum + tokensPerImage;
    if (argumentsOf.has(key)) return sum + countTokens(JSON.stringify(inner));
    return sum + valueTokens(inner);
  }, 0);
}
