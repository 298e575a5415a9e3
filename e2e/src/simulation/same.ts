import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** As it would arrive on the other side of a wire. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

export function assertSame(what: string, actual: unknown, expected: unknown): void {
  const [left, right] = [plain(actual), plain(expected)];
  if (isDeepStrictEqual(left, right)) return;
  try {
    assert.deepEqual(left, right);
  } catch (error) {
    throw new Error(`${what} is not what it should be. ${(error as Error).message}`, { cause: error });
  }
}
