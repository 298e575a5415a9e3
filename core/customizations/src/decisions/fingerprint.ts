import { createHash, randomUUID } from 'node:crypto';
import type { McpTool } from '@loggia/mcp';

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return text ?? 'null';
}

/** SHA-256 of a value as canonical JSON. Decisions about a value are bound to this. */
export function fingerprintOf(value: unknown): string {
  return textFingerprint(canonical(value));
}

export function textFingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const known = new WeakMap<McpTool, string>();

/**
 * The fingerprint of everything in a tool's definition that a person or a model relies on. Other fields of `_meta`
 * don't count: some servers change them with every answer.
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

/** The fingerprint that allowances of a tool are bound to: its own, and that of its server's definition. */
export function allowedDefinition(server: string, tool: McpTool): string {
  return fingerprintOf([server, toolFingerprint(tool)]);
}

/** A value nested too deeply to serialize never matches an allowance. */
function fingerprintIfPossible(value: unknown): string {
  try {
    return fingerprintOf(value);
  } catch {
    return randomUUID();
  }
}
