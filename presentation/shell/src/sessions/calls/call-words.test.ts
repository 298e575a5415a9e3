import { serverTaskMeta, type ToolCall } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { cutOf, foreignPageOf, iconAddress, ownerOf, stateOf, titleOf, withoutMarks } from './call-words.ts';

const base = { toolCallId: 'c', toolName: 'get', displayName: 'Get', invocationMessage: 'Getting it' };
const done: ToolCall = {
  ...base,
  status: 'completed',
  confirmed: 'not-needed',
  success: true,
  pastTenseMessage: 'Ran Get',
};

describe('what is said of a call', () => {
  it('E13: that its page is for another kind of host, unless it has a View', () => {
    const page = { type: 'embeddedResource' as const, data: '', contentType: 'text/html', uri: 'ui://a/b' };
    const paged: ToolCall = { ...done, content: [page] };
    expect(foreignPageOf(paged)).toMatch(/^This result has a page in the style of mcp-ui\./);
    const template = { 'openai/outputTemplate': 'ui://widget/b.html' };
    expect(foreignPageOf({ ...done, _meta: template })).toMatch(/^This tool has a page for the Apps SDK/);
    const contributor = { kind: 'mcp' as const, customizationId: 's' };
    expect(
      foreignPageOf({ ...paged, contributor, _meta: { ui: { resourceUri: 'ui://a' } } }),
    ).toBeUndefined();
    expect(foreignPageOf(done)).toBeUndefined();
  });

  it('J3: names the server behind it, also one inside a plugin, and its icons', () => {
    const icons = [{ src: 'data:image/png;base64,AA' }];
    const server = {
      type: 'mcpServer' as const,
      id: 's',
      uri: 'x:s',
      name: 'Files',
      state: { kind: 'ready' as const },
      icons,
    };
    const plugin = { type: 'plugin' as const, id: 'p', uri: 'x:p', name: 'Pack', children: [server] };
    const call = { contributor: { kind: 'mcp' as const, customizationId: 's' } };
    const session = { activeClients: [], customizations: [plugin] };
    expect(ownerOf(call, session)).toEqual({ name: 'Files', icons, server: 's' });
    expect(ownerOf(call, { activeClients: [] })?.name).toBe('A removed server');
    expect(ownerOf({}, session)).toBeUndefined();
  });

  it('J3: says how it is', () => {
    expect(stateOf(done)).toEqual({ word: 'Done', tone: 'done' });
    expect(stateOf({ ...done, success: false }).tone).toBe('failed');
    expect(stateOf({ ...base, status: 'cancelled', reason: 'denied' }).word).toBe('Denied');
    expect(stateOf({ ...base, status: 'cancelled', reason: 'skipped' }).word).toBe('Skipped');
    const _meta = serverTaskMeta({ taskId: 't', generation: 'core', definition: 'd' });
    expect(stateOf({ ...base, _meta, status: 'cancelled', reason: 'skipped' }).word).toBe('Interrupted');
    expect(titleOf(done)).toBe('Ran Get');
    expect(titleOf({ ...base, status: 'running', confirmed: 'not-needed' })).toBe('Getting it');
    expect(titleOf({ ...base, status: 'streaming', invocationMessage: undefined })).toBe('Get');
  });

  it('J3: words alone are shown without the signs of Markdown', () => {
    expect(withoutMarks('**list\\_types** of `loggia` needs this')).toBe('list_types of loggia needs this');
    expect(withoutMarks('2 ** 3 and a * b')).toBe('2 ** 3 and a * b');
    expect(withoutMarks('C:\\temp')).toBe('C:\\temp');
  });

  it('B7: a result that was cut for the agent says so', () => {
    const cut = 'The agent was given the first 100,000 of 250,000 characters.';
    expect(cutOf({ ...done, pastTenseMessage: `Ran Get. ${cut}` })).toBe(cut);
    expect(cutOf({ ...done, pastTenseMessage: { markdown: `Ran Get\n\n${cut}` } })).toBe(cut);
    expect(cutOf(done)).toBeUndefined();
  });

  it('J3: only pictures that come with their bytes are shown, those of the theme first', () => {
    const light = { src: 'data:image/png;base64,AA', theme: 'light' as const };
    const dark = { src: 'data:image/png;base64,BB', theme: 'dark' as const };
    expect(iconAddress([light, dark], 'dark')).toBe(dark.src);
    expect(iconAddress([{ src: 'https://example.com/track.png' }], 'dark')).toBeUndefined();
    expect(iconAddress([{ src: 'data:text/html,x' }], 'dark')).toBeUndefined();
    expect(iconAddress(undefined, 'light')).toBeUndefined();
  });
});
