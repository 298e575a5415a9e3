import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextChanges } from './context-changes.ts';

type Json = Record<string, unknown>;

/** Applies changes by their pointers, as a reader would. */
function applied(value: Json, changes: readonly { path: string; after?: unknown }[]): unknown {
  let copy = structuredClone(value) as unknown;
  // From the end, so that removals from an array don't shift the others.
  for (const change of changes.toReversed()) {
    const keys = change.path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop();
    if (last === undefined) {
      copy = change.after;
      continue;
    }
    let place = copy as Json;
    for (const key of keys) place = place[key] as Json;
    if (!('after' in change)) {
      if (Array.isArray(place)) place.splice(Number(last), 1);
      else delete place[last];
    } else {
      Object.defineProperty(place, last, {
        value: change.after,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return copy;
}

describe('contextChanges', () => {
  test('F3: says by JSON pointer what came, went and changed', () => {
    const before = { title: 'a', 'a/b~c': 1, gone: [1], list: [1, 2, 3], deep: { same: 1, other: null } };
    const after = { title: 'a', 'a/b~c': 2, come: {}, list: [1, 3], deep: { same: 1, other: [] } };
    expect(contextChanges(before, after, 100)).toEqual({
      cut: false,
      changes: [
        { path: '/a~1b~0c', before: 1, after: 2 },
        { path: '/gone', before: [1] },
        { path: '/list/1', before: 2, after: 3 },
        { path: '/list/2', before: 3 },
        { path: '/deep/other', before: null, after: [] },
        { path: '/come', after: {} },
      ],
    });
  });

  test('F3: whoever applies the changes has what came after', () => {
    // Small depths and few keys, so that the two often agree in part.
    const json = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(0, 1, 'x', null, true), tie('list'), tie('map')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(fc.constantFrom('a', 'b', '~', '/', '', '0'), tie('value'), { maxKeys: 3 }),
    })).map;
    fc.assert(
      fc.property(json, json, (one, other) => {
        const before = one as Json;
        const after = other as Json;
        const { changes, cut } = contextChanges(before, after, 10_000);
        expect(cut).toBe(false);
        expect(applied(before, changes)).toEqual(after);
        expect(contextChanges(before, structuredClone(before), 10).changes).toEqual([]);
      }),
    );
  });

  test('L5: stops at the limit and says so', () => {
    const after = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, index]));
    expect(contextChanges({}, after, 10)).toMatchObject({ cut: true, changes: { length: 10 } });
    expect(contextChanges({}, after, 11)).toMatchObject({ cut: false, changes: { length: 11 } });
  });
});
