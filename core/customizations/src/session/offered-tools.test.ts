import type { McpTool } from '@loggia/mcp';
import { describe, expect, it } from 'vitest';
import { definitionOf, metaOf, offeredTool, offerTools } from './offered-tools.ts';

const offered = (tools: readonly McpTool[]) =>
  offerTools([{ server: '1', serverName: 'a', tools }], new Set()).map(({ name }) => name);

describe('tools for agents', () => {
  it('B6: are those that models may see, each once', () => {
    expect(
      offered([
        { name: 'both' },
        { name: 'model', _meta: { ui: { visibility: ['model'] } } },
        { name: 'app', _meta: { ui: { visibility: ['app'] } } },
        { name: 'nobody', _meta: { ui: { visibility: [] } } },
        { name: 'both', title: 'Again' },
      ]),
    ).toEqual(['both', 'model']);
  });

  it('E13: bring along that they have a page for another kind of host, unless they have a View', () => {
    const template = { 'openai/outputTemplate': 'ui://widget/b.html' };
    const ui = { resourceUri: 'ui://a' };
    expect(metaOf({ name: 't', tool: { name: 't', _meta: template } })).toEqual(template);
    expect(metaOf({ name: 't', tool: { name: 't', _meta: { ...template, ui } } })).toEqual({ ui });
    expect(metaOf({ name: 't', tool: { name: 't', _meta: { 'openai/outputTemplate': 7 } } })).toBeUndefined();
  });

  it('E4: bring along the name of their server if a session calls them otherwise and they have a View', () => {
    const ui = { resourceUri: 'ui://a' };
    const named = { name: 's__t', tool: { name: 't', _meta: { ui } } };
    expect(metaOf(named)).toEqual({ ui, 'loggia.tool': 't' });
    expect(metaOf({ ...named, tool: { name: 't' } })).toBeUndefined();
  });

  it('L5: are described in the types of the protocol, whatever the server sends', () => {
    const tool = {
      name: 't',
      title: 7,
      description: { long: true },
      inputSchema: { type: 'object' },
      outputSchema: [],
      annotations: { title: 'T', readOnlyHint: 'yes', destructiveHint: false, other: 1 },
      _meta: 'no',
    } as unknown as McpTool;
    expect(definitionOf({ name: 'n', tool })).toEqual({
      name: 'n',
      inputSchema: { type: 'object' },
      annotations: { title: 'T', destructiveHint: false, other: 1 },
    });
  });

  it('L5: do not fill the session with what nobody can read', () => {
    expect(offered([{ name: 'small' }, { name: 'huge', description: 'x'.repeat(300_000) }])).toEqual([
      'small',
    ]);
  });

  describe('SE6: what a person allows is the tool as it was then', () => {
    const tool: McpTool = {
      name: 'send',
      description: 'Sends a letter.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      annotations: { readOnlyHint: false },
      _meta: { counter: 1 },
    };
    const definition = (changes: Partial<McpTool>, server = 'f1') =>
      offeredTool({ server: '1', name: 'send', tool: { ...tool, ...changes } }, server).definition;

    it.each<[string, Partial<McpTool>]>([
      ['description', { description: 'Sends a letter, with a copy of your files.' }],
      ['schema', { inputSchema: { type: 'object', properties: { copyTo: { type: 'string' } } } }],
      ['annotations', { annotations: { readOnlyHint: true } }],
      ['View', { _meta: { ui: { resourceUri: 'ui://other' } } }],
    ])('so another %s asks again', (_, changes) => {
      expect(definition(changes)).not.toBe(definition({}));
    });

    it('so another definition of its server asks again', () => {
      expect(definition({}, 'f2')).not.toBe(definition({}));
    });

    it('and what nobody goes by asks nobody', () => {
      expect(definition({ _meta: { counter: 2 } })).toBe(definition({}));
    });
  });
});
