import type { ToolCall } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { knownMedium } from '../host/known-medium.testkit.ts';
import { serverToolName, viewUriOf, wholeResult } from './tool-result.ts';

type Finished = Extract<ToolCall, { status: 'completed' }>;
const kept = (digit: string) => `x-loggia-content:/${digit.repeat(64)}`;
const earlier = `file:///data/results/${'b'.repeat(64)}`;
const call = (more: Partial<Finished>): Finished => ({
  status: 'completed',
  toolCallId: '1',
  toolName: 't',
  displayName: 'T',
  invocationMessage: '',
  confirmed: 'not-needed',
  success: true,
  pastTenseMessage: '',
  ...more,
});
const nothing = () => Promise.reject(new Error('not kept'));
const medium = async () => knownMedium;
const mcp = { kind: 'mcp', customizationId: 's' } as const;

describe('which calls have a View', () => {
  test.each([
    ['nested', { ui: { resourceUri: 'ui://a' } }, 'ui://a'],
    ['flat', { 'ui/resourceUri': 'ui://b' }, 'ui://b'],
    ['both', { ui: { resourceUri: 'ui://a' }, 'ui/resourceUri': 'ui://b' }, 'ui://a'],
    ['another scheme', { ui: { resourceUri: 'https://a' } }, undefined],
    ['no text', { ui: { resourceUri: 7 } }, undefined],
    ['nothing', undefined, undefined],
  ])('E2: %s', (_, meta, expected) => {
    expect(viewUriOf({ contributor: mcp, ...(meta && { _meta: meta }) })).toBe(expected);
  });

  test('E2: only calls to servers have one', () => {
    const _meta = { ui: { resourceUri: 'ui://a' } };
    expect(viewUriOf({ _meta })).toBeUndefined();
    expect(viewUriOf({ contributor: { kind: 'client', clientId: 'c' }, _meta })).toBeUndefined();
  });
});

test('E4: a View is told the name that its server gave the tool', () => {
  const named = { toolName: 'evil__show', _meta: { ui: {}, 'loggia.tool': 'show' } };
  expect(serverToolName(named)).toBe('show');
  expect(serverToolName({ ...named, _meta: {} })).toBe('evil__show');
});

describe('the result that a View gets', () => {
  test('E4: is the whole result, with its error and its own _meta', async () => {
    const finished = call({
      success: false,
      content: [
        { type: 'text', text: 'x' },
        { type: 'embeddedResource', data: 'AAAA', contentType: 'image/png' },
        { type: 'resource', uri: 'file:///a/b.csv', sizeHint: 3 },
      ],
      structuredContent: [1, 2],
      _meta: { ui: { resourceUri: 'ui://a' }, own: 1 },
    });
    expect(await wholeResult(finished, nothing, medium)).toEqual({
      content: [
        { type: 'text', text: 'x' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///a/b.csv', name: 'b.csv', size: 3 },
      ],
      structuredContent: [1, 2],
      isError: true,
      _meta: { own: 1 },
    });
  });

  test('B7: what was too large for the chat is read from where it is kept', async () => {
    const files: Record<string, string> = { [kept('a')]: 'long text', [earlier]: '{"rows":[1]}' };
    const finished = call({
      content: [
        { type: 'resource', uri: kept('a') },
        { type: 'resource', uri: earlier },
      ],
    });
    expect(await wholeResult(finished, async (uri) => files[uri] ?? '', medium)).toEqual({
      content: [{ type: 'text', text: 'long text' }],
      structuredContent: { rows: [1] },
    });
  });

  test('E4: a resource with text is text again', async () => {
    const item = {
      type: 'embeddedResource',
      data: btoa('a,b'),
      contentType: 'text/csv',
      uri: 'x://a',
    } as const;
    expect(await wholeResult(call({ content: [item] }), nothing, medium)).toEqual({
      content: [{ type: 'resource', resource: { uri: 'x://a', text: 'a,b', mimeType: 'text/csv' } }],
    });
  });

  test('E4: is what the server gave, where the host says more than the chat shows', async () => {
    const block = (at: string, rest: object) => ({ _meta: { 'loggia.block': { at, block: rest } } });
    const link = { type: 'resource_link', uri: 'r:/y', name: 'Y', title: 'Why' };
    const inside = { type: 'resource', resource: { uri: 'r:/b', _meta: { a: 1 } } };
    const finished = call({
      content: [
        { type: 'text', text: 'x', ...block('text', { type: 'text', annotations: { priority: 1 } }) },
        { type: 'text', text: 'b', ...block('resource.text', inside) },
        { type: 'embeddedResource', data: btoa('c'), contentType: 'a/b', ...block('resource.text', inside) },
        { type: 'embeddedResource', data: 'AAAA', contentType: 'a/b', ...block('data', { type: 'image' }) },
        { type: 'resource', uri: 'r:/y', ...block('none', link) },
        { type: 'resource', uri: kept('a'), ...block('text', { type: 'text' }) },
        { type: 'text', text: '[1]', ...block('json', {}) },
      ],
      _meta: { ui: { resourceUri: 'ui://a' }, own: 1, 'loggia.result': { isError: false, later: 2 } },
    });
    expect(await wholeResult(finished, async () => '{"long":1}', medium)).toEqual({
      content: [
        { type: 'text', text: 'x', annotations: { priority: 1 } },
        { type: 'resource', resource: { uri: 'r:/b', _meta: { a: 1 }, text: 'b' } },
        { type: 'resource', resource: { uri: 'r:/b', _meta: { a: 1 }, text: 'c' } },
        { type: 'image', data: 'AAAA' },
        link,
        { type: 'text', text: '{"long":1}' },
        [1],
      ],
      isError: false,
      later: 2,
      _meta: { own: 1 },
    });
  });

  test('E4: a call that failed without content says why', async () => {
    const finished = call({ success: false, error: { message: 'It was stopped.' } });
    expect(await wholeResult(finished, nothing, medium)).toEqual({
      content: [{ type: 'text', text: 'It was stopped.' }],
      isError: true,
    });
  });
});
