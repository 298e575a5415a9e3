import { describe, expect, it } from 'vitest';
import { partsOf } from './result-parts.ts';

describe('J4: what a tool answered with', () => {
  it('J4: texts, pictures and structures, each as what it is', () => {
    const content = [
      { type: 'text', text: '<b>hi</b>' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', data: 'A'.repeat(200) },
    ];
    expect(partsOf({ content, structuredContent: { a: 1 } })).toEqual([
      { kind: 'text', at: 0, text: '<b>hi</b>' },
      { kind: 'picture', at: 1, source: 'data:image/png;base64,AAAA' },
      {
        kind: 'text',
        at: 2,
        label: 'audio',
        text: JSON.stringify(
          { type: 'audio', mimeType: 'audio/wav', data: '200 characters of base64' },
          null,
          2,
        ),
      },
      { kind: 'text', at: 3, text: '{\n  "a": 1\n}', label: 'Structured' },
    ]);
  });

  it.each([
    ['a document that can run', { type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' }],
    ['an address in disguise', { type: 'image', mimeType: 'image/png', data: 'AA,<svg onload=alert(1)>' }],
  ])('J4: %s is no picture', (_, block) => {
    expect(partsOf({ content: [block] })[0]?.kind).toBe('text');
  });

  it('J4: what is very long is cut', () => {
    const [part] = partsOf({ content: [{ type: 'text', text: 'x'.repeat(100_005) }] });
    expect(part).toMatchObject({ text: expect.stringMatching(/x\n… 5 more characters$/) as string });
  });

  it('J4: nothing is said, too', () => {
    expect(partsOf({})).toEqual([{ kind: 'text', at: 0, text: 'Nothing.' }]);
  });
});
