import type { McpServerCustomization } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { decidedAt, isOn, toggled } from './enablement.ts';

type Decisions = NonNullable<McpServerCustomization['enablement']>;

function server(...enablement: Decisions): McpServerCustomization {
  const state = { kind: 'ready' as const };
  return { type: 'mcpServer', id: 's', uri: 'file:///s', name: 's', state, enablement };
}

const here = (enabled: boolean) => ({ kind: 'session' as const, enabled });
const everywhere = (enabled: boolean) => ({ kind: 'global' as const, enabled });

describe('J4: switches', () => {
  it('J4: the narrowest decision holds, and on is what nobody decided', () => {
    expect([server(), server(everywhere(false)), server(here(true), everywhere(false))].map(isOn)).toEqual([
      true,
      false,
      true,
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
    expect(decidedAt(skill, 'everywhere')).toBe(false);
    expect(toggled(skill, 'here', true)).toEqual([here(true), everywhere(false)]);
  });

  it('J4: off here says so here only', () => {
    expect(toggled(server(), 'here', false)).toEqual([here(false)]);
  });

  it('J4: back on here forgets, where everywhere says the same', () => {
    expect(toggled(server(here(false)), 'here', true)).toEqual([]);
    expect(toggled(server(here(false), everywhere(true)), 'here', true)).toEqual([everywhere(true)]);
  });

  it('J4: what is decided for everywhere is not hidden by what was decided here', () => {
    expect(toggled(server(here(true), everywhere(true)), 'everywhere', false)).toEqual([everywhere(false)]);
  });

  it('J4: decisions for a folder stay', () => {
    const folder = { kind: 'workspace' as const, uri: 'file:///w', enabled: true };
    expect(toggled(server(folder), 'here', false)).toEqual([here(false), folder]);
    expect(toggled(server(folder), 'here', true)).toEqual([here(true), folder]);
    expect(toggled(server(here(true), folder), 'everywhere', false)).toEqual([folder, everywhere(false)]);
  });
});
