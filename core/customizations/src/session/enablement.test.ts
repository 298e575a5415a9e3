import { describe, expect, it } from 'vitest';
import { isEnabled, resolveEnablement } from './enablement.ts';

const nothing = { session: undefined, workspaces: [], global: undefined };
const folder = (enabled?: boolean) => ({ uri: 'file:///w', enabled });
const around = (enabled?: boolean) => ({ uri: 'x-loggia-workspace:/w', enabled });

describe('enablement', () => {
  it('D5: is sorted session, workspace, global, and the first one counts', () => {
    const resolved = resolveEnablement({
      session: false,
      workspaces: [folder(true)],
      global: true,
    });
    expect(resolved).toEqual([
      { kind: 'session', enabled: false },
      { kind: 'workspace', uri: 'file:///w', enabled: true },
      { kind: 'global', enabled: true },
    ]);
    expect(isEnabled(resolved)).toBe(false);
    expect(isEnabled(resolveEnablement(nothing))).toBe(true);
  });

  it('D5, F2: the folder is narrower than the workspace around it, and one of them is shown', () => {
    const shown = (...workspaces: ReturnType<typeof folder>[]) =>
      resolveEnablement({ ...nothing, workspaces });
    expect(shown(folder(), around(false))).toEqual([
      { kind: 'workspace', uri: 'x-loggia-workspace:/w', enabled: false },
    ]);
    expect(shown(folder(true), around(false))).toEqual([
      { kind: 'workspace', uri: 'file:///w', enabled: true },
    ]);
  });

  it('D2: who published it decides for everywhere, and for a workspace unless somebody decided here', () => {
    const published = [
      { kind: 'workspace' as const, uri: 'file:///w', enabled: false },
      { kind: 'global' as const, enabled: true },
    ];
    const here = { ...nothing, workspaces: [folder(), around()], published };
    expect(resolveEnablement({ ...here, global: false })).toEqual(published);
    expect(resolveEnablement({ ...here, workspaces: [around()] })).toEqual(published.slice(1));
    expect(resolveEnablement({ ...here, workspaces: [folder(true)] })[0]).toMatchObject({
      kind: 'workspace',
      enabled: true,
    });
  });

  it('D5: a default gives way to any decision', () => {
    const off = { ...nothing, byDefault: false };
    expect(isEnabled(resolveEnablement(off))).toBe(false);
    expect(isEnabled(resolveEnablement({ ...off, global: true }))).toBe(true);
    expect(isEnabled(resolveEnablement({ ...off, session: true }))).toBe(true);
  });
});
