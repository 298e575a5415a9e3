import { invalid } from './refusals.ts';

/**
 * The position in a list, as text that only we read. `list` identifies the list, with everything that selects and
 * orders it: a cursor of another list is invalid.
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
    throw invalid('"cursor" does not belong to this list. Start over without it, with the same filters.');
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

/** Short, to keep cursors short; a collision isn't a danger, only a meaningless page. */
function fingerprint(list: readonly unknown[]): string {
  let hash = 0x81_1c_9d_c5;
  for (const unit of JSON.stringify(list)) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  }
  return hash.toString(36);
}
