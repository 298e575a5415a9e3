import { plainText } from './plain-text.ts';

type Json = Readonly<Record<string, unknown>>;

const words: readonly string[] = ['title', 'description'];
/** Below these keys it is data, to be sent unchanged. */
const data: readonly string[] = ['const', 'default', 'enum', 'examples'];
const longest = 16 * 1024;

/** A JSON schema with titles and descriptions that are safe to show. It must not nest so deep that recursion fails. */
export function plainSchema(schema: Json): Json {
  return plain(schema) as Json;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      if (words.includes(key) && typeof part === 'string') return [key, plainText(part, longest)];
      return [key, data.includes(key) ? part : plain(part)];
    }),
  );
}
