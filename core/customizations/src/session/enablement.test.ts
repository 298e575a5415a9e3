import { describe, expect, it } from 'vitest';
import { isEnabled, resolveEnablement } from './enablement.ts';

const nothing = { session: undefined, workspace: undefined, global: undefined, directory: undefined };

describe('enablement', () => {
  it('D5: is sorted session, workspace, global, and the first one counts', () => {
    const resolved = resolveEnablement({
      session: false,
      workspace: true,
      global: true,
      directory: 'file:///w',
    });
    expect(resolved).toEqual([
      { kind: 'session', enabled: false },
      { kind: 'workspace', uri: 'file:///w', enabled: true },
      { kind: 'global', enabled: true },
    ]);
    expect(isEnabled(resolved)).toBe(false);
    expect(isEnabled(resolveEnablement(nothing))).toBe(true);
  });

  it('D5: without a working directory there is nothing to decide for it', () => {
    expect(resolveEnablement({ ...nothing, workspace: false })).toEqual([]);
  });

  it('D2: who published it decides for everywhere, and for a workspace unless somebody decided here', () => {
    const published = [
      { kind: 'workspace' as const, uri: 'file:///w', enabled: false },
      { kind: 'global' as const, enabled: true },
    ];
    const here = { ...nothing, directory: 'file:///w', published };
    expect(resolveEnablement({ ...here, global: false })).toEqual(published);
    expect(resolveEnablement({ ...here, directory: 'file:///other' })).toEqual(published.slice(1));
    expect(resolveEnablement({ ...here, workspace: true })[0]).toMatchObject({
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
