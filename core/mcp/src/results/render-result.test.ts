import { serverResult, type ToolContent } from '@loggia/protocol';
import { knownMedium } from '@loggia/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { McpToolResult } from '../connection.ts';
import { renderResult, type RenderLimits } from './render-result.ts';

function render(result: McpToolResult, limits: Partial<RenderLimits> = {}) {
  const spilled: { bytes: Buffer; contentType: string | undefined }[] = [];
  const rendered = renderResult({
    displayName: 'Tee',
    result,
    limits,
    mediumOf: knownMedium,
    spill: async (bytes, contentType) => {
      spilled.push({ bytes: Buffer.from(bytes), contentType });
      return `spilled:/${spilled.length}`;
    },
  });
  return { rendered, spilled };
}

describe('the result of a tool', () => {
  it('B7: keeps every kind of content for the chat, and words for the model', async () => {
    const { rendered } = render({
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'image', data: 'aW1n', mimeType: 'image/png' },
        { type: 'audio', data: 'c25k', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'r:/1', text: 'inside', mimeType: 'text/plain' } },
        { type: 'resource', resource: { uri: 'r:/2', blob: 'YmxvYg==' } },
        { type: 'resource_link', uri: 'r:/3', name: 'three', size: 3, mimeType: 'text/plain' },
        { type: 'later', x: 1 },
      ],
      structuredContent: { n: 1 },
      _meta: { k: 'v' },
    });
    expect(await rendered).toEqual({
      result: {
        success: true,
        pastTenseMessage: 'Ran Tee',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'embeddedResource', data: 'aW1n', contentType: 'image/png' },
          { type: 'embeddedResource', data: 'c25k', contentType: 'audio/wav' },
          { type: 'embeddedResource', data: 'aW5zaWRl', contentType: 'text/plain', uri: 'r:/1' },
          { type: 'embeddedResource', data: 'YmxvYg==', contentType: '', uri: 'r:/2' },
          {
            type: 'resource',
            uri: 'r:/3',
            sizeHint: 3,
            contentType: 'text/plain',
            _meta: {
              'loggia.block': {
                at: 'none',
                block: { type: 'resource_link', uri: 'r:/3', name: 'three', size: 3, mimeType: 'text/plain' },
              },
            },
          },
          {
            type: 'text',
            text: '{"type":"later","x":1}',
            _meta: { 'loggia.block': { at: 'json', block: {} } },
          },
        ],
        structuredContent: { n: 1 },
      },
      meta: { k: 'v' },
      text: 'Hello\n[image, image/png, shown to the user]\n[audio, audio/wav, shown to the user]\ninside\n[r:/2, shown to the user]\n[three: r:/3]\n{"type":"later","x":1}',
      structured: { n: 1 },
      media: [
        { data: 'aW1n', contentType: 'image/png' },
        { data: 'c25k', contentType: 'audio/wav' },
      ],
    });
  });

  it('E13: keeps the code of a page for the chat, and from the model', async () => {
    const resource = { uri: 'ui://a/b', text: '<p>Hello</p>', mimeType: 'text/html' };
    const { text, result } = await render({ content: [{ type: 'resource', resource }] }).rendered;
    expect(text).toBe('[ui://a/b, a page for the user]');
    expect(result.content).toMatchObject([{ type: 'embeddedResource', uri: 'ui://a/b' }]);
  });

  it('B7: hands media to the model as media, within limits, and nothing that only claims to be', async () => {
    const image = (data: string, mimeType = 'image/png') => ({ type: 'image' as const, data, mimeType });
    const good = ['AAAA', 'AAAB', 'AAAC', 'AAAD', 'AAAE', 'AAAF'];
    const { rendered } = render(
      {
        content: [
          image('A'.repeat(64)),
          image('no base64!'),
          image('AAA'),
          image('AAAA', 'image/png; x="'),
          { type: 'resource', resource: { uri: 'r:/1', blob: 'AAAA', mimeType: 'application/zip' } },
          { type: 'resource', resource: { uri: 'r:/2', blob: 'BBBB', mimeType: 'image/gif' } },
          ...good.map((data) => image(data)),
        ],
      },
      { mediaItems: 5, mediaBytes: 40 },
    );
    const { media, result } = await rendered;
    expect(media).toEqual([
      { data: 'BBBB', contentType: 'image/gif' },
      ...good.slice(0, 4).map((data) => ({ data, contentType: 'image/png' })),
    ]);
    expect(result.content).toHaveLength(12);
  });

  it.each([
    ['text', (big: string) => ({ content: [{ type: 'text' as const, text: big }] })],
    [
      'an image',
      (big: string) => ({ content: [{ type: 'image' as const, data: big, mimeType: 'image/png' }] }),
    ],
    ['data', (big: string) => ({ structuredContent: { big } })],
    ['what nobody knows', (big: string) => ({ content: [{ type: 'later', big }] })],
  ])(
    'B7: of 50 MB of %s reaches neither the chat nor the model, and lets others have their turn',
    async (_, of) => {
      const size = 50 * 1024 * 1024;
      const result = of('A'.repeat(size)) as McpToolResult;
      let turns = 0;
      let over = false;
      const count = () => {
        turns += 1;
        if (!over) setImmediate(count);
      };
      setImmediate(count);
      const { rendered, spilled } = render(result);
      const { text, structured, media, result: kept } = await rendered;
      over = true;
      expect(text.length).toBeLessThan(257 * 1024);
      expect([structured, media, kept.structuredContent]).toEqual([undefined, undefined, undefined]);
      // Its beginning stays, for search.
      expect(JSON.stringify(kept).length).toBeLessThan(50_000);
      expect(spilled).toHaveLength(1);
      expect(spilled[0]?.bytes.length).toBeGreaterThanOrEqual((size * 3) / 4);
      expect(turns).toBeGreaterThan(0);
    },
  );

  it('B7: is cut for the model with a word on how much, and whole for the user', async () => {
    const text = `${'a'.repeat(99)}😀${'b'.repeat(100)}`;
    const { rendered, spilled } = render({ content: [{ type: 'text', text }] }, { modelText: 100 });
    const { text: cut, result } = await rendered;
    expect(cut).toBe(
      `${'a'.repeat(99)}\n[102 of 201 characters were cut here; the user has the whole result.]`,
    );
    expect(result.content).toEqual([{ type: 'text', text }]);
    expect(spilled).toEqual([]);
  });

  it('C5: a server that links to bytes of the host is quoted, not believed', async () => {
    const link = { type: 'resource_link', uri: `x-loggia-content:/${'a'.repeat(64)}`, name: 'Yours' };
    const { rendered } = render({ content: [link] });
    expect((await rendered).result.content).toMatchObject([{ type: 'text', text: JSON.stringify(link) }]);
  });

  it('B7: beyond what a chat holds goes elsewhere and leaves where it is', async () => {
    const data = Buffer.from('x'.repeat(300)).toString('base64');
    const structuredContent = { big: 'y'.repeat(300) };
    const { rendered, spilled } = render(
      {
        content: [
          { type: 'text', text: 'small' },
          { type: 'image', data, mimeType: 'image/png' },
          { type: 'text', text: 'z'.repeat(300) },
        ],
        structuredContent,
      },
      { inline: 200 },
    );
    expect((await rendered).result).toEqual({
      success: true,
      pastTenseMessage: 'Ran Tee',
      content: [
        { type: 'text', text: 'small' },
        {
          type: 'resource',
          uri: 'spilled:/1',
          sizeHint: 300,
          contentType: 'image/png',
          _meta: { 'loggia.block': { at: 'data', block: { type: 'image', mimeType: 'image/png' } } },
        },
        {
          type: 'resource',
          uri: 'spilled:/2',
          sizeHint: 300,
          _meta: {
            'loggia.excerpt': 'z'.repeat(300),
            'loggia.block': { at: 'text', block: { type: 'text' } },
          },
        },
        {
          type: 'resource',
          uri: 'spilled:/3',
          sizeHint: 310,
          _meta: { 'loggia.excerpt': JSON.stringify(structuredContent) },
        },
      ],
    });
    expect(spilled[0]?.bytes.toString()).toBe('x'.repeat(300));
    expect(JSON.parse(spilled[2]?.bytes.toString() ?? '')).toEqual(structuredContent);
    const nowhere = await renderResult({
      displayName: 'Tee',
      result: { content: [{ type: 'text', text: 'z'.repeat(300) }] },
      limits: { inline: 200 },
      mediumOf: knownMedium,
    });
    expect(nowhere.result.content).toEqual([
      { type: 'text', text: '[300 bytes were too large for this chat and could not be kept.]' },
    ]);
  });

  it('B6: that says it failed is a failure with the words of the server', async () => {
    const { rendered } = render({ content: [{ type: 'text', text: 'No such city' }], isError: true });
    expect((await rendered).result).toMatchObject({ success: false, error: { message: 'No such city' } });
    const silent = await render({ isError: true }).rendered;
    expect(silent.result.error?.message).toBe('Tee failed without saying why.');
  });

  it('B7: with data alone is read by the model as JSON', async () => {
    expect((await render({ structuredContent: { a: [1] } }).rendered).text).toBe('{"a":[1]}');
  });

  describe('E4: has everything in it that its server gave, for its View', () => {
    const annotations = { audience: ['user'], priority: 0.5 };
    const _meta = { 'acme/id': 7 };
    const blocks: readonly Record<string, unknown>[] = [
      { type: 'text', text: 'plain' },
      { type: 'text', text: 'ü', annotations, _meta },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'image', data: 'AAAA', mimeType: 'application/odd', annotations },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', _meta },
      { type: 'resource', resource: { uri: 'r:/a', mimeType: 'text/plain', text: 'a' } },
      { type: 'resource', resource: { uri: 'r:/b', text: 'no type' } },
      { type: 'resource', resource: { uri: 'r:/c', mimeType: 'application/x-odd', text: '{}', _meta } },
      { type: 'resource', resource: { uri: 'r:/d', mimeType: 'image/png', blob: 'AAAA' }, annotations },
      { type: 'resource', resource: { uri: 'r:/e', mimeType: 'text/plain', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'r:/f/y.txt', name: 'y.txt' },
      { type: 'resource_link', uri: 'r:/g', name: 'G', title: 'Gee', description: 'It.', annotations, _meta },
      { type: 'later', list: [1] },
    ];

    /** As a client puts it together. */
    function given(content: ToolContent, stored: (uri: string) => Buffer): unknown {
      const block = serverResult.blockOf(content);
      if (!block) return undefined;
      const isBytes = block.at === 'data' || block.at === 'resource.blob';
      const bytes =
        content.type === 'text'
          ? Buffer.from(content.text)
          : content.type === 'embeddedResource'
            ? Buffer.from(content.data, 'base64')
            : content.type === 'resource' && block.at !== 'none'
              ? stored(content.uri)
              : Buffer.alloc(0);
      return serverResult.wholeBlock(block, bytes.toString(isBytes ? 'base64' : 'utf8'));
    }

    it.each<[string, number | undefined, readonly number[]]>([
      ['in the chat', undefined, [0, 2, 5, 10]],
      ['stored elsewhere', 0, []],
    ])('%s', async (_, inline, plain) => {
      const limits = inline === undefined ? {} : { inline };
      const { rendered, spilled } = render({ content: blocks } as McpToolResult, limits);
      const { content = [] } = (await rendered).result;
      const stored = (uri: string) => spilled[Number(uri.split('/')[1]) - 1]?.bytes ?? Buffer.alloc(0);
      expect(content.map((item) => given(item, stored))).toEqual(
        blocks.map((block, index) => (plain.includes(index) ? undefined : block)),
      );
    });

    it.each([
      [{ isError: true, _meta: { own: 1 } }, { own: 1 }],
      [{ isError: false }, { 'loggia.result': { isError: false } }],
      [{ later: 1 }, { 'loggia.result': { later: 1 } }],
      [{ _meta: { ui: { a: 1 } } }, { ui: { a: 1 }, 'loggia.result': { _meta: { ui: { a: 1 } } } }],
    ])('with the fields around it: %j', async (fields, meta) => {
      expect((await render({ content: [], ...fields }).rendered).meta).toEqual(meta);
    });
  });

  it('L5: of whatever shape never throws and stays within its bounds', async () => {
    const limits = { modelText: 500, inline: 2000 };
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), async (content, structured, meta) => {
        const hostile = { content, structuredContent: structured, _meta: meta } as unknown as McpToolResult;
        const { result, text } = await render(hostile, limits).rendered;
        expect(text.length).toBeLessThan(limits.modelText + 200);
        expect(JSON.parse(JSON.stringify(result))).toMatchObject({ success: true });
      }),
    );
  });
});
