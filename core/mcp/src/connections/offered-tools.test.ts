import { expect, it } from 'vitest';
import { offeredTools } from './offered-tools.ts';

function offered(...tools: Parameters<typeof offeredTools>[0]) {
  const remarks: string[] = [];
  return { tools: offeredTools(tools, { depth: 100, leftOut: (text) => remarks.push(text) }), remarks };
}

it('SE2: a tool that nests too deep is left out and named, and the others stay', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as Record<string, unknown>;
  expect(offered({ name: 'deep', inputSchema: deep }, { name: 'good' })).toEqual({
    tools: [{ name: 'good' }],
    remarks: ['The tool "deep" isn\'t offered: its definition is nested more than 100 levels deep.'],
  });
});

it.each(['ro\u001b[2Jund', 'ro\u202eund', 'ro\u200bund', 'ro\nund', 'round\u{e0041}', 'x'.repeat(257)])(
  'L5: a tool is called by its name, so one whose name misleads is left out (%j)',
  (name) => {
    const { tools, remarks } = offered({ name });
    expect(tools).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/^The tool "[ -~]+…?" isn't offered: its name /)]);
  },
);

it('L5: a flood of such names is told in a few lines', () => {
  const names = Array.from({ length: 500 }, (_, index) => ({ name: `bad\u0007${index}` }));
  expect(offered(...names).remarks).toHaveLength(11);
});

it('L5: texts for readers lose what could mislead, and data stays as it is', () => {
  const { tools } = offered({
    name: 'Größe_名前.v-1/x',
    title: 'De\u0007lete\u202e',
    description: 'First\n\u001b[31msecond\u001b[0m\tthird',
    annotations: { title: 'A\u2066B', readOnlyHint: true },
    inputSchema: {
      type: 'object',
      description: 'a\u0000b',
      properties: {
        title: { type: 'string', title: 'T\u202e', default: 'kept\u202e', enum: ['kept\u0007'] },
        list: { items: { anyOf: [{ description: 'x\u200fy' }] } },
      },
    },
    _meta: { 'example.org/x': 'kept\u202e' },
  });
  expect(tools).toEqual([
    {
      name: 'Größe_名前.v-1/x',
      title: 'Delete',
      description: 'First\nsecond\tthird',
      annotations: { title: 'AB', readOnlyHint: true },
      inputSchema: {
        type: 'object',
        description: 'ab',
        properties: {
          title: { type: 'string', title: 'T', default: 'kept\u202e', enum: ['kept\u0007'] },
          list: { items: { anyOf: [{ description: 'xy' }] } },
        },
      },
      _meta: { 'example.org/x': 'kept\u202e' },
    },
  ]);
});
