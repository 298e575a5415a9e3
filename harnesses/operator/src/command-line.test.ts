import * as fc from 'fast-check';
import { english } from './phrases/english.ts';
import { expect, it } from 'vitest';
import { commandIn, readCommandLine, toolNamed } from './command-line.ts';
import { all, named, tool } from './tools.testkit.ts';

it.each<[string, object | undefined]>([
  ['/echo hello  world', { name: 'echo', rest: 'hello  world' }],
  ['  /help', { name: 'help', rest: '' }],
  ['/get-sum\n{"a": 1}', { name: 'get-sum', rest: '{"a": 1}' }],
  ['/etc/hosts', undefined],
  ['/', undefined],
  ['echo /x', undefined],
])('K1: %j is the command %j', (text, command) => {
  expect(commandIn(text)).toEqual(command);
});

it.each<[string, string | undefined]>([
  ['echo', 'echo'],
  ['read_text_file', 'read_text_file'],
  ['readTextFile', 'read_text_file'],
  ['GETWEATHER', undefined],
  ['get-weather', 'getWeather'],
  ['search', undefined],
  ['nothing', undefined],
])('K1: /%s is the tool %s', (name, found) => {
  expect(toolNamed(name, all)?.name).toBe(found);
});

it('K1: a prefix that a host gave may be left out as long as that says which tool is meant', () => {
  const one = [tool('files__read', ''), tool('files__write', '')];
  expect(toolNamed('read', one)?.name).toBe('files__read');
  expect(toolNamed('read', [...one, tool('mail__read', '')])).toBeUndefined();
});

it.each<[string, string, object]>([
  ['echo', 'hello world', { message: 'hello world' }],
  ['echo', 'message=hello', { message: 'hello' }],
  ['echo', 'message="hello \\"world\\""', { message: 'hello "world"' }],
  ['echo', "message='it is'", { message: 'it is' }],
  ['echo', 'a=b is an equation', { message: 'a=b is an equation' }],
  ['echo', '{"message": "hi", "extra": 1}', { message: 'hi', extra: 1 }],
  ['echo', '{not json', { message: '{not json' }],
  ['get-sum', 'a=2 b=3', { a: 2, b: 3 }],
  ['get-sum', '2 3', { a: 2, b: 3 }],
  ['get-sum', 'b=3 2', { a: 2, b: 3 }],
  ['get-sum', 'a:=2 b:=3e2', { a: 2, b: 300 }],
  [
    'edit_file',
    'path=a.txt edits:=[{"oldText":"a b","newText":"c"}] dry-run=yes',
    { path: 'a.txt', edits: [{ oldText: 'a b', newText: 'c' }], dryRun: true },
  ],
  ['read_multiple_files', 'paths=a.md,b.md', { paths: ['a.md', 'b.md'] }],
  ['get-structured-content', 'location="new york"', { location: 'New York' }],
  ['read_text_file', '--path=notes/a.md --head=3', { path: 'notes/a.md', head: 3 }],
  ['get-time', '', {}],
])('K1: /%s %s gives its arguments', (name, rest, values) => {
  const reading = readCommandLine(named(name), { text: rest });
  expect(Object.fromEntries(reading.values)).toEqual(values);
  expect([...reading.problems]).toEqual([]);
});

it.each<[string, string, string]>([
  ['get-sum', 'a=two b=3', '**a** is a number.'],
  ['get-resource-links', 'count=40', '**count** is at most 10.'],
  ['get-structured-content', 'location=Boston', '**location** is one of New York, Chicago, Los Angeles.'],
  ['edit_file', 'edits:=[', '**edits** must be JSON after `:=`.'],
  ['echo', '{"message": 5}', '**message** is text; put it in quotes.'],
])('K1: /%s %s is told what is wrong', (name, rest, problem) => {
  const reading = readCommandLine(named(name), { text: rest });
  expect([...reading.problems.values()].map((say) => say(english))).toEqual([problem]);
});

it('K1: any text can stand behind any name', () => {
  const pieces = fc.constantFrom(
    'a=',
    ':=',
    '"',
    "'",
    '{',
    '[',
    ']',
    '\\',
    ' ',
    'message',
    'x',
    '1',
    '\n',
    '--',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((all_) => all_.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...all), (rest, one) => {
      const read = () => {
        const { problems, ...reading } = readCommandLine(one, { text: rest });
        return { ...reading, problems: [...problems].map(([name, say]) => [name, say(english)]) };
      };
      expect(read()).toEqual(read());
    }),
  );
});
