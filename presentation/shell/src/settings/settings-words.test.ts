import type { ServerReport, TemplateReport, TypeView } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { reachWords } from './reach-words.ts';
import { serversWithViews } from './servers-with-views.ts';
import { ownerWords, viewerChoices } from './type-words.ts';

describe('E9: what a template may reach, in words', () => {
  it('E9: names the domains and the permissions', () => {
    const declared = {
      csp: {
        connectDomains: ['https://api.example'],
        resourceDomains: ['https://cdn.example', 'https://img.example'],
      },
      permissions: { camera: {}, clipboardWrite: {} },
      domain: 'x',
    };
    expect(reachWords(declared)).toEqual([
      'send data to https://api.example',
      'load scripts, styles and images from https://cdn.example, https://img.example',
      'use the camera',
      'write to the clipboard',
      'store data in its own origin',
    ]);
  });

  it('E9: nothing declared is nothing reached, and long lists end', () => {
    expect(reachWords({ csp: { connectDomains: [] } })).toEqual(['reach only its own server']);
    const frameDomains = Array.from({ length: 10 }, (_, index) => `https://${index}.example`);
    expect(reachWords({ csp: { frameDomains } })[0]).toMatch(/7\.example and 2 more$/);
  });
});

describe('servers that have Views', () => {
  it('are those with templates or decisions, by name, each once', () => {
    const template = { server: 'b', serverName: 'beta' } as TemplateReport;
    const policy = {
      server: 'a',
      loosen: ['blob:' as const],
      consent: { download: 'allow' as const },
      tools: 'withhold' as const,
    };
    const reports = [
      { id: 'a', name: 'alpha' },
      { id: 'z', name: 'zeta' },
    ] as ServerReport[];
    expect(serversWithViews([policy], [template, template], reports)).toEqual([
      { id: 'a', name: 'alpha', loosen: ['blob:'], consent: { download: 'allow' }, tools: 'withhold' },
      { id: 'b', name: 'beta', loosen: [], consent: {}, tools: 'offer' },
    ]);
  });
});

describe('J2: what opens a type', () => {
  const type: TypeView = {
    mime: 'text/plain',
    label: 'Text',
    extensions: [],
    actions: [],
    owner: { kind: 'platform' },
    viewer: { kind: 'native', renderer: 'text' },
    alternates: [
      { server: 's1', name: 'editor', tool: 'open' },
      { server: 's2', name: 'nothing to show with' },
      { server: 's1', name: 'editor', tool: 'open_again' },
    ],
  };

  it('J2: what does now comes first, then each other once', () => {
    expect(viewerChoices(type)).toEqual([
      { server: 'builtin', name: 'Loggia', isCurrent: true },
      { server: 's1', name: 'editor', isCurrent: false },
    ]);
    expect(ownerWords(type)).toBe('built in');
  });

  it('J2: a server’s View is called after its server', () => {
    const owned: TypeView = {
      ...type,
      owner: { kind: 'server', server: 's1', name: 'editor' },
      viewer: { kind: 'view', server: 's1', tool: 'open' },
      alternates: [],
    };
    expect(viewerChoices(owned)).toEqual([{ server: 's1', name: 'editor', isCurrent: true }]);
    expect(ownerWords(owned)).toBe('from editor');
    const { viewer: _, ...orphan } = { ...owned, owner: { kind: 'nobody' as const } };
    expect(ownerWords(orphan)).toBe('no handler, no viewer');
  });
});
