import { describe, expect, it } from 'vitest';
import { describe as described, flagField, listField, nameField, textField } from './fields.ts';
import { readFrontMatter } from './front-matter.ts';

function fieldsOf(text: string): Record<string, unknown> {
  return Object.fromEntries(readFrontMatter(text).fields);
}

describe('front matter', () => {
  it('D3: fields and body are told apart, with any line ending', () => {
    const { fields, body, faults } = readFrontMatter(
      '---\r\nname: a\r\ntools:\r\n  - x\r\n---\r\n\r\nText\r\n---\r\n',
    );
    expect(Object.fromEntries(fields)).toEqual({ name: 'a', tools: ['x'] });
    expect(body).toBe('\nText\n---\n');
    expect(faults).toEqual([]);
  });

  it('D3: a text without it has no fields', () => {
    expect(readFrontMatter('# Title\n---\nname: a\n---\n')).toEqual({
      fields: new Map(),
      body: '# Title\n---\nname: a\n---\n',
      faults: [],
    });
    expect(fieldsOf('---\n---\nText')).toEqual({});
  });

  it('D3: a colon that nobody quoted costs nothing', () => {
    const text = [
      '---',
      'name: reviewer',
      'description: Use it for reviews. Example: user: "look at this" <x>a: b</x>',
      'model: inherit',
      'tools: [read, "write"]',
      '---',
    ].join('\n');
    expect(readFrontMatter(text).faults).toEqual([]);
    expect(fieldsOf(text)).toEqual({
      name: 'reviewer',
      description: 'Use it for reviews. Example: user: "look at this" <x>a: b</x>',
      model: 'inherit',
      tools: ['read', 'write'],
    });
  });

  it('D3: text that goes on below a field belongs to it', () => {
    const text = '---\ndescription: One: two: three\n  four\nfive\nname: a\n---\n';
    expect(fieldsOf(text)).toEqual({ description: 'One: two: three\nfour\nfive', name: 'a' });
  });

  it('D3: a broken field is named with its line, and the others are read', () => {
    const { fields, faults } = readFrontMatter('---\nname: a\ntools: [x, y\ndescription: fine\n---\n');
    expect(Object.fromEntries(fields)).toEqual({ name: 'a', description: 'fine' });
    expect(faults).toEqual([
      { line: 3, message: '"tools" is not YAML that can be read. Write it more simply.' },
    ]);
  });

  it('L5: front matter that does not end is told', () => {
    expect(readFrontMatter('---\nname: a\n# Title')).toMatchObject({
      fields: new Map(),
      faults: [{ line: 1, message: 'The front matter does not end. Close it with a line "---".' }],
    });
  });

  it('L5: YAML that would grow without end is refused', () => {
    const laughs = Array.from({ length: 9 }, (_, index) => {
      const before = index === 0 ? '"ha"' : `*a${index - 1}`;
      return `  - &a${index} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
    });
    expect(readFrontMatter(`---\nname: a\ntools:\n${laughs.join('\n')}\n---\n`)).toMatchObject({
      fields: new Map([['name', 'a']]),
      faults: [{ line: 3 }],
    });
  });

  // Deep enough nesting crashes the parser and the process with it.
  it.each(['[', '{a: ', '- ', '? ', '"]" [', '\n  - - - - - - - - [', '&a ', ']', ', ', '!x ', '*a '])(
    'L5: no amount of %j brings the host down',
    (piece) => {
      const { fields, faults } = readFrontMatter(
        `---\nname: a\ntools: [${piece.repeat(7000 / piece.length)}\n---\n`,
      );
      expect(fields).toEqual(new Map([['name', 'a']]));
      expect(faults).toEqual([
        { line: 3, message: '"tools" is not YAML that can be read. Write it more simply.' },
      ]);
    },
  );

  it('L5: what is nested deeply is not even tried', () => {
    const nested = (depth: number) => `---\ntools: ${'['.repeat(depth)}a${']'.repeat(depth)}\n---\n`;
    expect(readFrontMatter(nested(100)).faults).toEqual([]);
    expect(readFrontMatter(nested(101)).faults).toHaveLength(1);
    const indented = (depth: number) => `---\ntools:\n${' '.repeat(depth)}a: 1\n---\n`;
    expect(readFrontMatter(indented(40)).faults).toEqual([]);
    expect(readFrontMatter(indented(41)).faults).toHaveLength(1);
    const compact = (depth: number) => `---\ntools:\n  ${'- '.repeat(depth)}a\n---\n`;
    expect(readFrontMatter(compact(40)).faults).toEqual([]);
    expect(readFrontMatter(compact(41)).faults).toHaveLength(1);
  });

  it('L5: what YAML may cost is shared by all files', () => {
    const budget = { characters: 40 };
    const text = '---\nname: a\ntools: [one, two, three]\n---\n';
    expect(readFrontMatter(text, budget).faults).toEqual([]);
    expect(readFrontMatter(text, budget)).toMatchObject({
      fields: new Map([['name', 'a']]),
      faults: [{ line: 3 }],
    });
  });

  it('L5: front matter that is far too long is not looked at', () => {
    expect(readFrontMatter(`---\nname: a\n#${'x'.repeat(300_000)}\n---\n`).faults).toEqual([
      { line: 2, message: 'The front matter is too long. Move the text below it.' },
    ]);
  });

  it('L5: names that objects have by themselves are only names', () => {
    const { fields } = readFrontMatter(
      '---\n__proto__:\n  polluted: true\ntools:\n  __proto__: {polluted: true}\n---\n',
    );
    expect([...fields.keys()]).toEqual(['tools']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('fields', () => {
  const fields = readFrontMatter(
    [
      '---',
      'name: "a\\u0007\\u202Eb"',
      'description: "  one\\n two  "',
      'tools: Bash(git add, git commit), Read,"Write" ,',
      'globs: "**/*.{ts,tsx},src/**"',
      'infer: "true"',
      'alwaysApply: off',
      'model: 5',
      'applyTo: [a, 1, b, a]',
      'paths: ',
      '---',
    ].join('\n'),
  ).fields;

  it('L5: names and descriptions are one line without anything that hides', () => {
    expect(nameField(fields)).toBe('a b');
    expect(described(textField(fields, 'description'))).toEqual({ description: 'one two' });
    expect(described('x'.repeat(5000))?.description).toHaveLength(4096);
  });

  it('D3: lists are read as people write them', () => {
    expect(listField(fields, 'tools')).toEqual(['Bash(git add, git commit)', 'Read', 'Write']);
    expect(listField(fields, 'missing', 'globs')).toEqual(['**/*.{ts,tsx}', 'src/**']);
    expect(listField(fields, 'applyTo')).toEqual(['a', 'b']);
    expect(listField(fields, 'paths')).toBeUndefined();
    expect(listField(fields, 'model')).toBeUndefined();
  });

  it('D3: flags are read as people write them', () => {
    expect([
      flagField(fields, 'infer'),
      flagField(fields, 'alwaysApply'),
      flagField(fields, 'model'),
    ]).toEqual([true, false, undefined]);
    expect(textField(fields, 'model')).toBe('5');
  });
});
