import { viewToolLimits, viewToolMark, viewToolOf } from '@loggia/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundedTools, viewToolName } from './tool-offer.ts';

const source = { view: 'toolCall:chat#1', title: 'Budget', server: 'finance', template: 'hash' };
const named = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

describe('the tools that a View offers', () => {
  test('E4: are listed with the View’s mark, their schema, and hints that are hints', () => {
    const listed = named('set', {
      title: 'Set a value',
      description: 'Sets it.',
      inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: 'no', title: 'x' },
      _meta: { 'loggia.viewTool': { server: 'another' } },
    });
    expect(boundedTools([listed], source)).toEqual({
      leftOut: [],
      tools: [
        {
          name: viewToolName(source.view, 'set'),
          title: 'Set a value',
          description: 'Sets it.',
          inputSchema: listed.inputSchema,
          annotations: { readOnlyHint: true },
          _meta: viewToolMark({ ...source, name: 'set' }),
        },
      ],
    });
  });

  test('E11: a thousand tools, schemas of megabytes and nonsense are left out, and it says why', () => {
    const thousand = Array.from({ length: 1000 }, (_, index) => named(`t${index}`));
    const many = boundedTools(thousand, source);
    expect(many.tools).toHaveLength(viewToolLimits.perView);
    expect(many.leftOut).toContain('“t50”: A View can offer at most 50 tools.');
    expect(many.leftOut.at(-1)).toBe('800 more tools weren’t looked at.');
    const huge = { type: 'object', description: 'x'.repeat(5_000_000) };
    const listed = [
      7,
      { name: '' },
      named('a'),
      named('a'),
      named('b', { inputSchema: huge }),
      named('c', { inputSchema: { type: 'string' } }),
      named('d', { description: 'y'.repeat(1_000_000) }),
    ];
    const { tools, leftOut } = boundedTools(listed, source);
    expect(leftOut).toEqual([
      'A tool without a usable name.',
      'A tool without a usable name.',
      '“a”: It is listed twice.',
      '“b”: Its input schema is too long.',
      '“c”: Its input schema doesn’t describe an object.',
    ]);
    expect(tools.map((tool) => viewToolOf(tool)?.name)).toEqual(['a', 'd']);
    expect(tools[1]?.description).toHaveLength(viewToolLimits.description);
    const full = Array.from({ length: 40 }, (_, index) =>
      named(`f${index}`, { inputSchema: { type: 'object', description: 'z'.repeat(19_000) } }),
    );
    expect(JSON.stringify(boundedTools(full, source).tools).length).toBeLessThan(
      viewToolLimits.definitions + 1000,
    );
  });

  test('E4: names are short, plain, the same everywhere, and different for each View and tool', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 120 }), { maxLength: 20 }), (own) => {
        const names = ['view-1', 'view-2'].flatMap((view) => own.map((tool) => viewToolName(view, tool)));
        expect(names.every((name) => /^view_[A-Za-z0-9_-]{1,59}$/.test(name))).toBe(true);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
    expect(viewToolName('view-1', 'set')).toBe(viewToolName('view-1', 'set'));
  });
});
