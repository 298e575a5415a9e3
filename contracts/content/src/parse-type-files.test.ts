import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTypeFiles, type TypeSource } from './parse-type-files.ts';

const mime = 'application/vnd.acme.invoice+json';
const good: Record<string, unknown> = {
  'type.json': { mime, version: '1.0.0' },
  'presentation.json': { label: 'Invoice' },
};

function parse(files: Record<string, unknown>, source: TypeSource = 'server', place = mime) {
  const texts = Object.entries({ ...good, ...files })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  return parseTypeFiles(place, new Map(texts), source);
}

describe('a type', () => {
  test('G1: is read whole from its files', () => {
    const presentation = {
      label: 'Invoice',
      icon: '🧾',
      color: '#3366cc',
      badge: 'INV',
      modes: ['view', 'edit'],
      states: ['draft', { state: 'committed', label: 'Sent', color: '#337744' }],
      viewer: { tool: 'open_invoice' },
      creatable: { label: 'New invoice', title: 'Invoice', context: { lines: [] }, content: '' },
      actions: [
        {
          id: 'send',
          label: 'Send',
          icon: 'send',
          tool: 'send_invoice',
          confirm: 'Send it?',
          states: ['committed'],
        },
      ],
    };
    const ui = {
      order: ['/number'],
      fields: { '/number': { label: 'Number', widget: 'text', help: 'R-1' } },
    };
    const preview = {
      text: '/number',
      fields: [{ label: 'Total', path: '/lines', as: 'sum', of: '/amount' }],
      progress: { done: '/paid', total: '/due' },
    };
    const schema = { type: 'object', properties: { number: { type: 'string' } } };
    const { contract, problems } = parse({
      'type.json': {
        mime,
        version: '1.0.0',
        description: 'A bill.',
        extensions: ['.Invoice', '.inv.json'],
        inherits: ['application/JSON'],
      },
      'presentation.json': presentation,
      'schema.json': schema,
      'ui.json': ui,
      'preview.json': preview,
      'behaviors.json': {
        mime,
        events: { commit: { tool: 'on_commit' } },
        capabilities: { extract_text: { tool: 'extract' } },
        needs: ['servers'],
      },
      'handlers/summarize.json': { tool: 'sum_up' },
      'notes.txt': 'for people',
    });
    expect(problems).toEqual([]);
    expect(contract).toEqual({
      mime,
      definition: {
        mime,
        version: '1.0.0',
        description: 'A bill.',
        extensions: ['.invoice', '.inv.json'],
        inherits: ['application/json'],
      },
      presentation,
      schema,
      ui,
      preview,
      behaviors: {
        events: { commit: { tool: 'on_commit' } },
        capabilities: { extract_text: { tool: 'extract' }, summarize: { tool: 'sum_up' } },
        needs: ['servers'],
      },
    });
  });

  test('G1: needs no more than a definition and a label', () => {
    expect(parse({})).toEqual({
      contract: {
        mime,
        definition: { mime, version: '1.0.0' },
        presentation: { label: 'Invoice' },
        behaviors: { events: {}, capabilities: {}, needs: [] },
      },
      problems: [],
    });
  });

  test('G1: may hold what only a later version knows', () => {
    const { contract, problems } = parse({
      'type.json': { mime, version: '1.0.0', later: true },
      'behaviors.json': { later: [1], capabilities: { later_one: { tool: 'x', later: 1 } } },
    });
    expect(problems).toEqual([]);
    expect(contract?.behaviors.capabilities).toEqual({ later_one: { tool: 'x' } });
  });

  test('G1: lies in the folder of its name', () => {
    expect(
      parse({ 'type.json': { mime: 'image/*', version: '1' } }, 'server', 'image/_any').contract?.mime,
    ).toBe('image/*');
    expect(
      parse({ 'type.json': { mime: 'image/*', version: '1' } }, 'server', 'image/*').contract?.mime,
    ).toBe('image/*');
  });
});

describe('a required file that is wrong makes the type unusable', () => {
  test.each<[string, string, unknown, string, string]>([
    ['missing', 'type.json', undefined, '', 'It is missing, and a type needs it. Add it.'],
    ['missing', 'presentation.json', undefined, '', 'It is missing, and a type needs it. Add it.'],
    ['no object', 'type.json', [], '', 'It must be an object, and is a list.'],
    ['no version', 'type.json', { mime }, '/version', 'It is missing. Write text in quotes here.'],
    [
      'a number for a version',
      'type.json',
      { mime, version: 1 },
      '/version',
      'It must be text in quotes, and is a number.',
    ],
    [
      'another type',
      'type.json',
      { mime: 'text/plain', version: '1' },
      '/mime',
      `It says text/plain, but the file is served for ${mime}. Make them the same.`,
    ],
    [
      'no type',
      'type.json',
      { mime: 'invoice', version: '1' },
      '/mime',
      'It must be a MIME type such as "application/vnd.acme.invoice+json" or "image/*".',
    ],
    [
      'a bad ending',
      'type.json',
      { mime, version: '1', extensions: ['.a', 'b/c'] },
      '/extensions/1',
      'It must be an ending of file names such as ".invoice".',
    ],
    [
      'a bad parent',
      'type.json',
      { mime, version: '1', inherits: ['x'] },
      '/inherits/0',
      'It must be a MIME type such as "application/vnd.acme.invoice+json" or "image/*".',
    ],
    [
      'too many parents',
      'type.json',
      { mime, version: '1', inherits: Array.from({ length: 17 }, () => 'text/plain') },
      '/inherits',
      'It is too long: write at most 16 entries.',
    ],
    ['no label', 'presentation.json', {}, '/label', 'It is missing. Write text in quotes here.'],
    [
      'an empty label',
      'presentation.json',
      { label: '' },
      '/label',
      'It is empty. Write some text, or leave it out.',
    ],
    [
      'a label of two lines',
      'presentation.json',
      { label: 'a\nb' },
      '/label',
      'It must be text in one line.',
    ],
    [
      'a long label',
      'presentation.json',
      { label: 'a'.repeat(81) },
      '/label',
      'It is too long: write at most 80 characters.',
    ],
    [
      'a state twice',
      'presentation.json',
      { label: 'x', states: ['draft', { state: 'draft', label: 'Open' }] },
      '/states',
      'It must not name a state twice.',
    ],
    [
      'a bad mode',
      'presentation.json',
      { label: 'x', modes: ['delete'] },
      '/modes/0',
      'It must be one of "view", "edit".',
    ],
    [
      'a bad viewer',
      'presentation.json',
      { label: 'x', viewer: {} },
      '/viewer',
      'It must name a tool of this server that has a View, such as { "tool": "open_invoice" }.',
    ],
    [
      'two actions of one id',
      'presentation.json',
      {
        label: 'x',
        actions: [
          { id: 'a', label: 'A' },
          { id: 'a', label: 'B' },
        ],
      },
      '/actions',
      'It must not have two actions with the same id.',
    ],
    [
      'an action without a label',
      'presentation.json',
      { label: 'x', actions: [{ id: 'a' }] },
      '/actions/0/label',
      'It is missing. Write text in quotes here.',
    ],
  ])('G1: %s in %s', (_, file, value, path, message) => {
    expect(parse({ [file]: value })).toEqual({ contract: undefined, problems: [{ file, path, message }] });
  });

  test.each([
    ['{', 'not JSON'],
    ['', 'not JSON'],
    ['\u0000', 'not JSON'],
    [`"${'x'.repeat(300_000)}"`, 'larger than 256 kB'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'deeper than 64 levels'],
    [`${'['.repeat(120_000)}${']'.repeat(120_000)}`, 'deeper than 64 levels'],
  ])('L5: %.20j is refused', (text, reason) => {
    const { contract, problems } = parse({ 'type.json': text });
    expect(contract).toBeUndefined();
    expect(problems).toEqual([
      { file: 'type.json', path: '', message: expect.stringContaining(reason) as string },
    ]);
  });
});

describe('icons and colors', () => {
  const problemOf = (more: object) =>
    parse({ 'presentation.json': { label: 'x', ...more } }).problems[0]?.path;

  test.each(['🧾', '👩‍💻', '🇩🇪', '❤️', '1️⃣', '👍🏽', 'file-text', `data:image/png;base64,${'A'.repeat(100)}`])(
    'G1: %.20s is an icon',
    (icon) => {
      expect(problemOf({ icon })).toBeUndefined();
    },
  );

  test.each([
    '<svg onload="alert(1)"/>',
    '🧾🧾',
    'ab cd',
    'File',
    'javascript:alert(1)',
    'https://elsewhere.example/icon.png',
    'data:text/html,<script>alert(1)</script>',
    `data:image/svg+xml,<svg onload="x()"></svg>${'x'.repeat(40)}`,
    `data:image/png;base64,${'A'.repeat(9000)}`,
  ])('L5: %.30s is none', (icon) => {
    expect(problemOf({ icon })).toBe('/icon');
  });

  test('G1: a color is six digits or the name of a token', () => {
    expect(['#a1B2c3', 'accent'].map((color) => problemOf({ color }))).toEqual([undefined, undefined]);
    expect(['#abc', 'red;x:y', 'url(x)'].map((color) => problemOf({ color }))).toEqual([
      '/color',
      '/color',
      '/color',
    ]);
  });
});

describe('an optional file that is wrong is left out', () => {
  test.each<[string, unknown, string]>([
    ['schema.json', '[]', ''],
    ['schema.json', '{', ''],
    ['ui.json', { fields: { number: {} } }, '/fields/number'],
    ['ui.json', { fields: { '/a': { widget: 'slider' } } }, '/fields/~1a/widget'],
    ['preview.json', { text: 'number' }, '/text'],
    ['preview.json', { fields: [{ label: 'x' }] }, '/fields/0/path'],
    ['behaviors.json', { events: { destroy: { tool: 'x' } } }, '/events'],
    ['behaviors.json', { events: { commit: {} } }, '/events/commit/tool'],
    ['behaviors.json', { capabilities: { 'Extract Text': { tool: 'x' } } }, '/capabilities/Extract Text'],
    ['behaviors.json', { capabilities: { x: 'y' } }, '/capabilities/x'],
    ['behaviors.json', { needs: ['everything'] }, '/needs/0'],
    ['behaviors.json', { mime: 'text/plain' }, '/mime'],
    ['handlers/extract_text.json', {}, ''],
    ['handlers/Extract-Text.json', { tool: 'x' }, ''],
  ])('G1: %s with %j', (file, value, path) => {
    const { contract, problems } = parse({ [file]: value });
    expect(problems.map((problem) => ({ file: problem.file, path: problem.path }))).toEqual([{ file, path }]);
    expect(problems[0]?.message).toMatch(/\.$/);
    expect(contract).toEqual(parse({}).contract);
  });

  test('G1: a capability that two files declare differently is an error that names both', () => {
    const files = {
      'behaviors.json': { capabilities: { extract_text: { tool: 'one' }, summarize: { tool: 'sum' } } },
      'handlers/extract_text.json': { tool: 'two' },
      'handlers/summarize.json': { tool: 'sum' },
    };
    const { contract, problems } = parse(files);
    expect(problems).toEqual([
      {
        file: 'handlers/extract_text.json',
        path: '',
        message:
          'behaviors.json and handlers/extract_text.json declare "extract_text" differently. Keep one of them.',
      },
    ]);
    expect(contract?.behaviors.capabilities).toEqual({ summarize: { tool: 'sum' } });
  });

  test('I4: what is built into the platform is only the platform’s to name', () => {
    const files = {
      'presentation.json': { label: 'x', viewer: { native: 'text' } },
      'behaviors.json': { capabilities: { extract_text: { builtin: 'utf8-text' } } },
    };
    const asServer = parse(files);
    expect(asServer.problems.map(({ file, path }) => `${file} ${path}`)).toEqual([
      'behaviors.json /capabilities/extract_text',
      'presentation.json /viewer/native',
    ]);
    expect(asServer.contract).toMatchObject({
      presentation: { label: 'x' },
      behaviors: { capabilities: {} },
    });
    expect(asServer.contract?.presentation).not.toHaveProperty('viewer');
    const asPlatform = parse(files, 'platform');
    expect(asPlatform.problems).toEqual([]);
    expect(asPlatform.contract?.presentation.viewer).toEqual({ native: 'text' });
  });
});

describe('whatever a server sends', () => {
  test('L5: too many files are not read', () => {
    const many = Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [`handlers/c${index}.json`, { tool: 'x' }]),
    );
    expect(parse(many)).toMatchObject({
      contract: undefined,
      problems: [{ message: expect.stringContaining('more than 40 files') }],
    });
  });

  test('L5: a place that is no type is said to be none', () => {
    expect(parse({}, 'server', 'nonsense'.repeat(100))).toMatchObject({
      contract: undefined,
      problems: [{ path: '' }],
    });
  });

  test('L5: nothing throws, every problem is a sentence, and only whole types come out', () => {
    const file = fc.constantFrom(
      'type.json',
      'presentation.json',
      'schema.json',
      'ui.json',
      'preview.json',
      'behaviors.json',
      'handlers/x.json',
    );
    const key = fc.constantFrom(
      'mime',
      'version',
      'label',
      'viewer',
      'tool',
      'native',
      'capabilities',
      'events',
      'commit',
      'fields',
      '__proto__',
      'constructor',
      'icon',
      'actions',
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(mime, '1.0.0', 'x', '', null, 1, true, []),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value;
    const text = fc.oneof(
      value.map((json) => JSON.stringify(json)),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.dictionary(file, text), (files) => {
        const { contract, problems } = parseTypeFiles(mime, new Map(Object.entries(files)));
        for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/s);
        const isWhole = contract?.mime === mime && contract.definition.mime === mime;
        expect(isWhole || (contract === undefined && problems.length > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
