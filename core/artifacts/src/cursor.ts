import { invalid } from './refusals.ts';

/**
 * Where a list goes on, as text that only we read. `list` says which list it belongs to, with all that selects and
 * orders it: a cursor of another list leads nowhere.
 */
export function writeCursor(list: readonly unknown[], position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprint(list), ...position])).toString('base64url');
}

export function readCursor(
  list: readonly unknown[],
  cursor: string,
  shape: readonly ('string' | 'number')[],
): readonly (string | number)[] {
  const parsed = parse(cursor);
  const [of, ...position] = parsed;
  const fits =
    of === fingerprint(list) &&
    position.length === shape.length &&
    shape.every((type, index) => typeof position[index] === type);
  if (!fits) {
    throw invalid('"cursor" does not belong to this list. Begin again without it, with the same filters.');
  }
  return position as (string | number)[];
}

function parse(cursor: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Short, so that cursors are; two lists that share one are no danger, only a page that makes no sense. */
function fingerprint(list: readonly unknown[]): string {
  let hash = 0x81_1c_9d_c5;
  for (const unit of JSON.stringify(list)) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  }
  return hash.toString(36);
}
