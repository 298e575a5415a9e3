import type { Enablement, McpServerCustomization } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { decidedAt, enablementWords, isOn, scopesIn, toggled } from './enablement.ts';

const workspace = 'x-loggia-workspace:/w';
const [session, here, all] = scopesIn('session', workspace);

function server(...enablement: Enablement[]): McpServerCustomization {
  const state = { kind: 'ready' as const };
  return { type: 'mcpServer', id: 's', uri: 'file:///s', name: 's', state, enablement };
}

const inSession = (enabled: boolean) => ({ kind: 'session' as const, enabled });
const inWorkspace = (enabled: boolean) => ({ kind: 'workspace' as const, uri: workspace, enabled });
const inFolder = (enabled: boolean) => ({ kind: 'workspace' as const, uri: 'file:///w', enabled });
const everywhere = (enabled: boolean) => ({ kind: 'global' as const, enabled });

describe('J4, F2: switches', () => {
  it('J4: the narrowest decision holds, and on is what nobody decided', () => {
    const entries = [
      server(),
      server(everywhere(false)),
      server(inWorkspace(true), everywhere(false)),
      server(inSession(false), inWorkspace(true), everywhere(true)),
      server(inFolder(false)),
    ];
    expect(entries.map(isOn)).toEqual([true, false, true, false, false]);
    expect(entries.map((entry) => enablementWords(entry, workspace))).toEqual([
      'On everywhere',
      'Off everywhere',
      'On in this workspace',
      'Off in this session',
      'Off in this folder',
    ]);
  });

  it('J4: leaves keep their decisions beside the protocol', () => {
    const skill = {
      type: 'skill' as const,
      id: 'k',
      uri: 'file:///k',
      name: 'k',
      enabled: false,
      _meta: { 'loggia.enablement': [everywhere(false)] },
    };
    expect(isOn(skill)).toBe(false);
    expect(decidedAt(skill, { kind: 'global' })).toBe(false);
    expect(toggled(skill, session, true)).toEqual([inSession(true), everywhere(false)]);
  });

  it('J4, F2: a workspace decides for itself, and a session for itself on top of that', () => {
    expect(scopesIn('workspace', workspace)).toEqual([here, all]);
    const off = toggled(server(), { kind: 'workspace', uri: workspace }, false);
    expect(off).toEqual([inWorkspace(false)]);
    expect(toggled(server(...off), session, true)).toEqual([inSession(true), inWorkspace(false)]);
  });

  it('J4: a switch that says what a wider one says needs no decision', () => {
    expect(toggled(server(inSession(false)), session, true)).toEqual([]);
    expect(toggled(server(inSession(false), everywhere(true)), session, true)).toEqual([everywhere(true)]);
    expect(toggled(server(inSession(true), inWorkspace(false)), session, false)).toEqual([
      inWorkspace(false),
    ]);
  });

  it('J4: a wide decision is not hidden by narrower ones', () => {
    const entry = server(inSession(true), inFolder(true), everywhere(true));
    expect(toggled(entry, { kind: 'workspace', uri: workspace }, false)).toEqual([
      inWorkspace(false),
      everywhere(true),
    ]);
    expect(toggled(entry, { kind: 'global' }, false)).toEqual([everywhere(false)]);
  });
});
