import { buildRegistry, type Claim, type Trust } from '@loggia/registry';
import type { TypeContract } from '@loggia/content';
import { expect, test } from 'vitest';
import { contractOf } from './servers.testkit.ts';
import { explanationOf, typeViews } from './type-views.ts';

const note = 'application/vnd.acme.note';
const csv = 'text/csv';

function claim(server: string, trust: Trust, ...contracts: TypeContract[]): Claim {
  return { server, name: server.toUpperCase(), order: 0, trust, contracts };
}

function registryOf(claims: Claim[], builtins: TypeContract[] = [], chosen: Record<string, string> = {}) {
  return buildRegistry({ claims, builtins, policy: { precedence: {}, chosen } });
}

const csvBuiltin = contractOf(csv, {
  presentation: { label: 'CSV', viewer: { native: 'csv' } },
  definition: { mime: csv, version: '2.0.0', extensions: ['.csv'] },
});
const csvTable = contractOf(csv, { presentation: { label: 'Table', viewer: { tool: 'open_csv' } } });

test('G1: clients see of a type what its files say, and nothing of how it works', () => {
  const whole = contractOf(note, {
    definition: { mime: note, version: '1.2.3', description: 'A note.', extensions: ['.note'] },
    presentation: {
      label: 'Note',
      icon: '📝',
      color: '#aabbcc',
      badge: 'N',
      modes: ['view', 'edit'],
      states: ['draft', { state: 'committed', label: 'Sent', color: 'green' }],
      viewer: { tool: 'open_note' },
      creatable: { label: 'New note', title: 'Untitled', context: { secret: 1 }, content: 'x' },
      introduction: { say: 'Show “{title}”', step: { label: 'Open a note', done: 'opened' } },
      actions: [
        {
          id: 'send',
          label: 'Send',
          icon: '✉',
          tool: 'send_note',
          confirm: 'Really?',
          states: ['committed'],
        },
        { id: 'plain', label: 'Plain', tool: 'plain' },
      ],
    },
    behaviors: { events: { commit: { tool: 'committed' } } },
  });
  expect(typeViews(registryOf([claim('a', 'trusted', whole)]))).toEqual([
    {
      mime: note,
      version: '1.2.3',
      description: 'A note.',
      label: 'Note',
      icon: '📝',
      color: '#aabbcc',
      badge: 'N',
      modes: ['view', 'edit'],
      states: [{ state: 'draft' }, { state: 'committed', label: 'Sent', color: 'green' }],
      extensions: ['.note'],
      creatable: { label: 'New note', title: 'Untitled' },
      introduction: { say: 'Show “{title}”', step: { label: 'Open a note', done: 'opened' } },
      actions: [
        { id: 'send', label: 'Send', icon: '✉', confirm: 'Really?', states: ['committed'] },
        { id: 'plain', label: 'Plain' },
      ],
      owner: { kind: 'server', server: 'a', name: 'A' },
      viewer: { kind: 'view', server: 'a', tool: 'open_note' },
      alternates: [],
    },
  ]);
});

test.each([
  [true, {}],
  [false, undefined],
  [undefined, undefined],
  [{}, {}],
] as const)('G1: creatable %j is seen as %j', (creatable, seen) => {
  const contract = contractOf(note, {
    presentation: { label: 'Note', ...(creatable !== undefined && { creatable }) },
  });
  const [view] = typeViews(registryOf([claim('a', 'trusted', contract)]));
  expect(view?.creatable).toEqual(seen);
});

test('G4: a standard type shows what is built in and who else could open it, either way round', () => {
  const claims = [claim('a', 'trusted', csvTable), claim('bad', 'untrusted', csvTable)];
  const seen = (chosen: Record<string, string>) => {
    const [view] = typeViews(registryOf(claims, [csvBuiltin], chosen));
    return [view?.label, view?.viewer, view?.alternates];
  };
  const builtin = { server: 'builtin', name: 'Loggia', renderer: 'csv', label: 'CSV' };
  const other = { server: 'a', name: 'A', tool: 'open_csv', label: 'Table' };
  expect(seen({})).toEqual(['CSV', { kind: 'native', renderer: 'csv' }, [other]]);
  expect(seen({ [csv]: 'a' })).toEqual(['Table', { kind: 'view', server: 'a', tool: 'open_csv' }, [builtin]]);
});

test('G3: a disputed type is nobody’s, and says why', () => {
  const [view] = typeViews(
    registryOf([claim('a', 'trusted', contractOf(note)), claim('b', 'trusted', contractOf(note))]),
  );
  expect(view).toMatchObject({ mime: note, owner: { kind: 'nobody' }, extensions: [] });
  expect(view?.problem).toContain('A (a) and B (b) both claim');
});

test('G6: an explanation names who has it, who else could, and who may not', () => {
  const registry = registryOf(
    [claim('a', 'trusted', csvTable), claim('bad', 'untrusted', csvTable)],
    [csvBuiltin],
  );
  const { mime, type, rule, steps, claims, problems, files } = explanationOf(registry, csv);
  expect([mime, type?.label, rule, problems]).toEqual([csv, 'CSV', 'built-in', []]);
  expect(steps).toEqual(registry.explain(csv));
  expect(claims).toEqual([
    { server: 'builtin', name: 'Loggia', trust: 'platform', verdict: 'serves it' },
    { server: 'a', name: 'A', trust: 'trusted', verdict: 'could open it' },
    { server: 'bad', name: 'BAD', trust: 'untrusted', verdict: expect.stringContaining('trust') },
  ]);
  expect(files).toEqual({
    'type.json': csvBuiltin.definition,
    'presentation.json': csvBuiltin.presentation,
    'behaviors.json': csvBuiltin.behaviors,
  });
});

test('G6: a dispute names all who claim the type; of what nobody has, there is nothing to show', () => {
  const registry = registryOf([
    claim('a', 'trusted', contractOf(note)),
    claim('b', 'untrusted', contractOf(note)),
  ]);
  expect(explanationOf(registry, note)).toMatchObject({
    rule: 'conflict',
    claims: [
      { server: 'a', verdict: 'claims it, as others do' },
      { server: 'b', verdict: 'claims it, as others do' },
    ],
  });
  const nobody = explanationOf(registry, 'application/vnd.nobody');
  expect([nobody.claims, 'files' in nobody, 'type' in nobody]).toEqual([[], false, false]);
});

test('G6: what is wrong with a definition is told with file and place', () => {
  const registry = buildRegistry({
    claims: [
      {
        ...claim('a', 'trusted', contractOf(note)),
        problems: [
          { mime: note, file: 'ui.json', path: '/fields', message: 'Correct it.' },
          { mime: note, file: 'preview.json', path: '', message: 'It is no JSON.' },
        ],
      },
    ],
    builtins: [],
    policy: { precedence: {}, chosen: {} },
  });
  expect(explanationOf(registry, note).problems).toEqual([
    'ui.json at /fields: Correct it.',
    'preview.json: It is no JSON.',
  ]);
});

test('G5: of a type that is served as another one, only what holds for both is shown', () => {
  const text = contractOf('text/*', {
    definition: { mime: 'text/*', version: '9.0.0', extensions: ['.txt'] },
    presentation: { label: 'Text', viewer: { native: 'text' }, creatable: true },
  });
  const viewOf = (...builtins: TypeContract[]) => {
    const registry = registryOf([claim('bad', 'untrusted', csvTable)], builtins);
    const view = typeViews(registry).find(({ mime }) => mime === csv);
    return { view, verdicts: explanationOf(registry, csv).claims.map(({ verdict }) => verdict) };
  };
  const { view: served } = viewOf(text);
  expect(served).toMatchObject({ label: 'Text', extensions: [], viewer: { renderer: 'text' } });
  expect([served?.version, served?.creatable]).toEqual([undefined, undefined]);
  const { view: own, verdicts } = viewOf(text, csvBuiltin);
  expect([own?.label, own?.alternates]).toEqual(['CSV', []]);
  expect(verdicts).toEqual(['serves it', expect.stringContaining('trust')]);
});
