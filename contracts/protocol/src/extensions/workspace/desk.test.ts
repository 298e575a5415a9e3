import { describe, expect, test } from 'vitest';
import { isClientDispatchable, parseAction } from '../../actions.ts';
import { type DeskWindow, reduceWorkspace, type WorkspaceState } from '../../index.ts';

const empty: WorkspaceState = {
  id: 'w',
  title: 'Desk',
  createdAt: '2026-01-01T00:00:00.000Z',
  counts: { draft: 0, committed: 0, archived: 0, deleted: 0 },
  artifacts: [],
  types: [],
} as unknown as WorkspaceState;

const window: DeskWindow = {
  id: 'one',
  target: { kind: 'artifact', artifact: 'a' },
  x: 10,
  y: 20,
  width: 600,
  height: 400,
  order: 1,
};

describe('F2, J8: windows on the desk', () => {
  test('come, change in their place, and go', () => {
    const other = { ...window, id: 'two' };
    const both = [window, other].reduce(
      (state, each) => reduceWorkspace(state, { type: 'x-loggia/windowSet', window: each }),
      empty,
    );
    expect(both.windows).toEqual([window, other]);
    const moved = { ...window, x: 300, order: 2 };
    const after = reduceWorkspace(both, { type: 'x-loggia/windowSet', window: moved });
    expect(after.windows).toEqual([moved, other]);
    expect(reduceWorkspace(after, { type: 'x-loggia/windowRemoved', id: 'one' }).windows).toEqual([other]);
  });

  test('that are not there change nothing when they go', () => {
    expect(reduceWorkspace(empty, { type: 'x-loggia/windowRemoved', id: 'none' })).toBe(empty);
  });

  test('are saved under names, changed there, and forgotten', () => {
    const layout = { id: 'l', title: 'Morning', savedAt: '2026-01-01T00:00:00.000Z', windows: [window] };
    const saved = reduceWorkspace(empty, { type: 'x-loggia/layoutSet', layout });
    expect(saved.layouts).toEqual([layout]);
    const renamed = { ...layout, title: 'Evening', windows: [] };
    const after = reduceWorkspace(saved, { type: 'x-loggia/layoutSet', layout: renamed });
    expect([after.layouts, after.windows]).toEqual([[renamed], undefined]);
    expect(reduceWorkspace(after, { type: 'x-loggia/layoutRemoved', id: 'l' }).layouts).toEqual([]);
    expect(reduceWorkspace(empty, { type: 'x-loggia/layoutRemoved', id: 'l' })).toBe(empty);
    const action = { type: 'x-loggia/layoutSet', layout };
    expect([isClientDispatchable(action.type), parseAction(action)]).toEqual([true, action]);
    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(201) },
      { windows: Array.from({ length: 51 }, () => window) },
      { windows: [{ ...window, width: 0 }] },
    ])
      expect(() => parseAction({ ...action, layout: { ...layout, ...wrong } } as never)).toThrow(action.type);
  });

  test('are what a client may send, as far as they make sense', () => {
    const action = { type: 'x-loggia/windowSet', window };
    expect(isClientDispatchable(action.type)).toBe(true);
    expect(parseAction(action)).toEqual(action);
    for (const wrong of [
      { x: 1e9 },
      { width: 0 },
      { height: Number.NaN },
      { order: -1 },
      { id: '' },
      { id: 'x'.repeat(301) },
      { target: { kind: 'artifact', artifact: '../etc' } },
    ]) {
      expect(() => parseAction({ type: action.type, window: { ...window, ...wrong } } as never)).toThrow(
        'x-loggia/windowSet',
      );
    }
    expect(isClientDispatchable('x-loggia/artifactsSet')).toBe(false);
  });
});
