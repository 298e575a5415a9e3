import { createHarness, ScriptedEquipment } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { Library, ListedArtifact } from './harness.ts';
import { rig } from './rig.testkit.ts';

const artifact = (id: string, title: string, state = 'draft'): ListedArtifact => ({
  id,
  title,
  type: 'x-test/board',
  state,
  version: 0,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  collections: [],
});

const library: Library = {
  workspace: { id: 'w', title: 'Work' },
  workspaces: [],
  artifacts: [
    artifact('a1', 'Plan of the trip'),
    artifact('a2', 'Trip costs'),
    artifact('a3', 'Old trip', 'archived'),
  ],
  trash: [],
  types: [],
  collections: [],
  tools: 'loggia',
};

async function host() {
  const asked: unknown[] = [];
  const made = await rig({
    libraryFor: async () => library,
    findFiles: async (folders, query, most) => {
      asked.push([folders, query, most]);
      return [{ path: 'src/trip.ts', uri: 'file:///project/src/trip.ts' }];
    },
  });
  const { chat, session } = await made.create();
  const complete = async (text: string, offset = text.length) =>
    (await made.sessions.completions({ channel: chat, kind: 'userMessage', text, offset })).items;
  return { host: made, chat, session, asked, complete };
}

test('J3: after an @, artifacts, files and other sessions are offered, each with what it attaches', async () => {
  const { host: made, complete, asked } = await host();
  const other = await made.create('ahp-session:/other');
  await made.dispatch(other.session, { type: 'session/titleChanged', title: 'Trip to Porto' });
  await made.kernel.settled();
  const items = await complete('Look at @trip');
  expect(items.map(({ insertText }) => insertText)).toEqual([
    '“Plan of the trip” ',
    '“Trip costs” ',
    '@src/trip.ts ',
    '“Trip to Porto” ',
  ]);
  expect(items.every(({ rangeStart, rangeEnd }) => rangeStart === 8 && rangeEnd === 13)).toBe(true);
  const [plan, , file, session] = items.map(({ attachment }) => attachment);
  expect(plan).toMatchObject({
    displayKind: 'artifact',
    _meta: { 'loggia.artifact': { id: 'a1', workspace: 'w' } },
  });
  expect(file).toMatchObject({ type: 'resource', uri: 'file:///project/src/trip.ts' });
  expect(session).toMatchObject({ type: 'chat', resource: other.chat });
  expect(asked).toEqual([[[], 'trip', 10]]);
});

test('J3: an @ within a word starts no name, and neither does a text that is too long', async () => {
  const { complete } = await host();
  expect(await complete('ada@trip')).toEqual([]);
  expect(await complete('@trip and more')).toEqual([]);
  expect(await complete(`@${'trip'.repeat(30)}`)).toEqual([]);
  expect(await complete('@trip and more', 5)).not.toEqual([]);
});

test('J3: the commands of the agent are offered after a slash, whatever the case', async () => {
  const plain = createHarness();
  const describe = { ...plain.describe, commands: [{ name: 'Compact', description: 'Shortens.' }] };
  const made = await rig({ harnesses: [{ ...plain, describe }] });
  const { chat } = await made.create();
  const asked = { channel: chat, kind: 'userMessage', text: '/comp', offset: 5 };
  const { items } = await made.sessions.completions(asked);
  expect(items).toEqual([
    { insertText: '/Compact ', rangeStart: 0, rangeEnd: 5, attachment: { type: 'simple', label: 'Compact' } },
  ]);
});

test('J3: skills and prompts that users can call are offered after a slash at the beginning', async () => {
  const skill = (name: string, forUser: boolean) => ({
    ...{ name, description: '', forModel: true, forUser },
    read: async () => '',
  });
  const equipment = new ScriptedEquipment({
    guidance: () => ({
      ...{ persona: undefined, invoked: undefined, rules: [] },
      skills: [skill('tidy', true), skill('inner', false)],
      prompts: [{ name: 'review' }],
    }),
  });
  const made = await rig({ equipment: equipment.attach });
  const { chat } = await made.create();
  const complete = async (text: string) =>
    (
      await made.sessions.completions({ channel: chat, kind: 'userMessage', text, offset: text.length })
    ).items.map(({ insertText }) => insertText);
  expect(await complete('/')).toEqual(expect.arrayContaining(['/tidy ', '/review ']));
  expect(await complete('/')).not.toContain('/inner ');
  expect(await complete('/RE')).toEqual(['/review ']);
  expect(await complete('see /re')).toEqual([]);
});

test('J3, D4: files are completed in all folders of the session, or in those that the chat has chosen', async () => {
  const { host: made, chat, session, asked, complete } = await host();
  for (const directory of ['file:///one', 'file:///two'])
    await made.dispatch(session, { type: 'session/workingDirectorySet', directory });
  await complete('@a');
  await made.dispatch(chat, { type: 'chat/workingDirectorySet', directory: 'file:///two' });
  await complete('@b');
  expect(asked).toEqual([
    [['file:///one', 'file:///two'], 'a', 10],
    [['file:///two'], 'b', 10],
  ]);
});
