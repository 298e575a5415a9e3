import { createHash, randomUUID } from 'node:crypto';
import type { McpTool } from '@loggia/mcp';

/** JSON in which the order of the keys makes no difference. */
function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text ?? 'null';
}

/** SHA-256 of a value as canonical JSON. Whoever decides about a value decides about this. */
export function fingerprintOf(value: unknown): string {
  return textFingerprint(canonical(value));
}

export function textFingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const known = new WeakMap<McpTool, string>();

/**
 * Of everything that a tool says about itself and that a person or a model goes by. What a server keeps in other
 * fields of `_meta` changes with every answer of some, and decides nothing here.
 */
export function toolFingerprint(tool: McpTool): string {
  const earlier = known.get(tool);
  if (earlier !== undefined) return earlier;
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const ui = _meta?.['ui'];
  const said = { name, title, description, inputSchema, outputSchema, annotations, ui };
  const made = fingerprintIfPossible(said);
  known.set(tool, made);
  return made;
}

/** A value nested too deeply to serialize matches nothing that was ever allowed. */
function fingerprintIfPossible(value: unknown): string {
  try {
    return fingerprintOf(value);
  } catch {
    return randomUUID();
  }
}
