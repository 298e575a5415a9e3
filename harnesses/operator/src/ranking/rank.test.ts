import type { HarnessTool } from '@loggia/sessions/harness';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArguments } from '../reading/read-arguments.ts';
import { all, tool } from '../tools.testkit.ts';
import { choose } from './choose.ts';
import { rank } from './rank.ts';

it.each<[string, string, object]>([
  ['show the budget', 'get-budget-data', {}],
  ['buget', 'get-budget-data', {}],
  ['convert 5 km to miles', 'convert_units', { value: 5, from: 'km', to: 'miles' }],
  ['what time is it', 'get-time', {}],
  ['list the files in notes', 'list_directory', { path: 'notes' }],
  ['List the files in the notes folder, please', 'list_directory', { path: 'notes' }],
  ['echo hello world', 'echo', { message: 'hello world' }],
  ['echo the show must go on', 'echo', { message: 'the show must go on' }],
  ['read notes/todo.md', 'read_text_file', { path: 'notes/todo.md' }],
  ['show me the first 10 lines of notes/todo.md', 'read_text_file', { path: 'notes/todo.md', head: 10 }],
  ['show the last 5 lines of a.log', 'read_text_file', { path: 'a.log', tail: 5 }],
  ['open picture.png', 'read_media_file', { path: 'picture.png' }],
  ['read a.md, b.md and c.md', 'read_multiple_files', { paths: ['a.md', 'b.md', 'c.md'] }],
  ['what is the sum of 2 and 3?', 'get-sum', { a: 2, b: 3 }],
  ['add 2 and 3', 'get-sum', { a: 2, b: 3 }],
  ['print the environment', 'get-env', {}],
  ['which directories are allowed', 'list_allowed_directories', {}],
  ['find *.md in docs', 'search_files', { path: 'docs', pattern: '*.md' }],
  ['rename a.txt to b.txt', 'move_file', { source: 'a.txt', destination: 'b.txt' }],
  ['weather in New York for 3 days', 'getWeather', { city: 'New York', days: 3 }],
  ['what is the weather in Paris tomorrow?', 'getWeather', { city: 'Paris' }],
  ['search the web for cats and dogs', 'web_search', { query: 'cats and dogs' }],
  ['fetch https://example.com/a?b=1', 'fetch_page', { url: 'https://example.com/a?b=1' }],
  ['add an event "Dinner" tomorrow', 'create_event', { title: 'Dinner', date: 'tomorrow' }],
  [
    'show weekly revenue cohorts with 6 cohorts',
    'get-cohort-data',
    { metric: 'revenue', periodType: 'weekly', cohortCount: 6 },
  ],
  [
    'show cohort retention, cohort count: 6, max periods 5',
    'get-cohort-data',
    { cohortCount: 6, maxPeriods: 5 },
  ],
  [
    'give me an error message with an image',
    'get-annotated-message',
    { messageType: 'error', includeImage: true },
  ],
  [
    'an error message without an image',
    'get-annotated-message',
    { messageType: 'error', includeImage: false },
  ],
  ['structured content for Chicago', 'get-structured-content', { location: 'Chicago' }],
  ['how is my computer doing', 'get-system-info', {}],
  ['show 5 resource links', 'get-resource-links', { count: 5 }],
  [
    'run a long operation for 20 seconds in 4 steps',
    'trigger-long-running-operation',
    { duration: 20, steps: 4 },
  ],
  ['research bananas', 'simulate-research-query', { topic: 'bananas' }],
  ['create a folder called drafts', 'create_directory', { path: 'drafts' }],
  ['write "hello" to a.txt', 'write_file', { path: 'a.txt', content: 'hello' }],
  ['write content: hello, path: a.txt', 'write_file', { path: 'a.txt', content: 'hello' }],
  ['tree of src/', 'directory_tree', { path: 'src/' }],
  ['toggle logging', 'toggle-simulated-logging', {}],
])('K1: %j means %s', (sentence, name, values) => {
  const decision = choose(rank(sentence, all));
  expect(decision).toMatchObject({ kind: 'sure', tool: { name } });
  const found = all.find((one) => one.name === name);
  const reading = found && readArguments(found, { text: sentence });
  expect(Object.fromEntries(reading?.values ?? [])).toEqual(values);
});

it.each<[string, readonly string[]]>([
  ['search for todo in notes', ['web_search', 'search_files']],
  ['file', ['search_files', 'move_file', 'write_file', 'get_file_info', 'edit_file']],
])('K1: %j could mean several', (sentence, names) => {
  const decision = choose(rank(sentence, all));
  expect(decision.kind === 'unsure' && decision.tools.map(({ name }) => name).toSorted()).toEqual(
    names.toSorted(),
  );
});

it.each(['tell me a joke', 'blah foo qux', '', '???', 'delete everything', '🙂'])(
  'K1: %j means none of them',
  (sentence) => {
    expect(choose(rank(sentence, all)).kind).toBe('nothing');
  },
);

it('K1: a word of its name is not enough where most of the sentence is about something else', () => {
  const sentence = 'my budget friend wonders whether penguins swim south in winter';
  expect(choose(rank(sentence, all)).kind).not.toBe('sure');
});

it('K1: another word for its name is not enough to change something with whatever else was said', () => {
  const create = all.filter(({ name }) => name === 'create_directory');
  expect(choose(rank('make a note', create))).toEqual({ kind: 'unsure', tools: create });
  expect(choose(rank('make the folder notes/new', create)).kind).toBe('sure');
  const harmless = create.map((one) => ({ ...one, readOnly: true }));
  expect(choose(rank('make a note', harmless)).kind).toBe('sure');
});

it('K1: a tool that is out of use stands behind the one that replaces it', () => {
  const names = rank('read a file', all).map((one) => one.tool.name);
  expect(names.indexOf('read_text_file')).toBeLessThan(names.indexOf('read_file'));
});

it('K1: a sentence that begins with the name of a tool means that one', () => {
  expect(choose(rank('echo budget', all))).toMatchObject({ kind: 'sure', tool: { name: 'echo' } });
});

it('K1: what a host puts before names does not hide them', () => {
  const prefixed = all.map((one) => ({ ...one, name: `server__${one.name}` }));
  expect(choose(rank('echo budget', prefixed))).toMatchObject({
    kind: 'sure',
    tool: { name: 'server__echo' },
  });
});

it('K1: tools that are equally good come in the order of their names', () => {
  const twins = [tool('b__play', 'Plays.'), tool('a__play', 'Plays.')];
  expect(rank('play', twins).map((one) => one.tool.name)).toEqual(['a__play', 'b__play']);
});

it('K1: the order of the tools does not matter', () => {
  const names = (tools: readonly HarnessTool[]) => rank('list files', tools).map((one) => one.tool.name);
  expect(names(all.toReversed())).toEqual(names(all));
});

it('K1: a tool is found by its description where its name says nothing', () => {
  const tools = [tool('x1', 'Converts currencies at the rate of the day.'), tool('x2', 'Plays chess.')];
  expect(choose(rank('currency conversion, convert currencies', tools))).toMatchObject({
    tool: { name: 'x1' },
  });
});

it('K1: any text and any schema are read, always to the same end', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc
      .array(
        fc.constantFrom(
          'list',
          'files',
          'in',
          'notes',
          '5',
          'km',
          'to',
          '"x',
          'a=',
          ':',
          '{',
          '[',
          'path',
          '=',
        ),
        { maxLength: 20 },
      )
      .map((words) => words.join(' ')),
  );
  const strange = fc.record({
    name: fc.string(),
    description: fc.string(),
    inputSchema: fc.record({
      type: fc.constant('object'),
      properties: fc.jsonValue(),
      required: fc.jsonValue(),
    }),
  }) as unknown as fc.Arbitrary<HarnessTool>;
  fc.assert(
    fc.property(text, fc.array(strange, { maxLength: 3 }), (sentence, strangers) => {
      const tools = [...all, ...strangers];
      const ranked = rank(sentence, tools);
      expect(rank(sentence, tools)).toEqual(ranked);
      for (const one of strangers) {
        const { values } = readArguments(one, { text: sentence });
        expect(() => JSON.stringify(Object.fromEntries(values))).not.toThrow();
      }
    }),
    { numRuns: 60 },
  );
});
