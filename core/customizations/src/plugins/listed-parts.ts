import type { JsonNode } from '../files/json-text.ts';
import { partFields } from './part-locations.ts';

/** The parts of a plugin that the list declares, rather than its own manifest. */
export interface ListedParts {
  /** The text of a manifest that declares them. */
  readonly manifest: string;
  /** Whether there is nothing else in the plugin, whatever its folder has. Otherwise a manifest in the folder counts. */
  readonly isWhole: boolean;
}

/** Undefined if the entry declares none. */
export function listedParts(entry: JsonNode): ListedParts | undefined {
  const isWhole = entry.member('strict')?.value.value() === false;
  const parts: Record<string, unknown> = {};
  let hasSome = false;
  for (const fields of Object.values(partFields)) {
    const declared = fields.flatMap((field) => {
      const value = entry.member(field)?.value;
      return value === undefined || value.type === 'null' ? [] : [value.value()].flat();
    });
    hasSome ||= declared.length > 0;
    const [field] = fields;
    if (field === undefined || (declared.length === 0 && !isWhole)) continue;
    parts[field] = isWhole ? [{ paths: [], exclusive: true }, ...declared] : declared;
  }
  if (!hasSome) return undefined;
  const about = ['name', 'description', 'version'].flatMap((field) => {
    const value = entry.member(field)?.value;
    return value?.type === 'string' ? [[field, value.value()] as const] : [];
  });
  return { manifest: JSON.stringify({ ...Object.fromEntries(about), ...parts }, null, 2), isWhole };
}
