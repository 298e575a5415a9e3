import type { PastTurn, ToolOutcome } from '@loggia/sessions/harness';
import { expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { desk, tools } from '../sentences/desk.ts';
import { toArtifact } from '../speech/links.ts';
import { play, type TurnScript } from '../turn.testkit.ts';

const operator = createHarness();
const on = (message: TurnScript['message'], more: Partial<TurnScript> = {}) =>
  play(operator, { tools, desk, message, ...more });
const said = (reply: string): PastTurn => ({ id: 't', message: { text: 'ok' }, reply, parts: [] });
const cities = said(toArtifact({ id: 'cities', title: 'Cities' }));

it('K7: “it” is still what was spoken of after a turn about nothing', async () => {
  const history = [cities, said('You’re welcome.')];
  expect((await on('rename it to Towns', { history })).inputs).toEqual([
    { artifact: 'cities', title: 'Towns' },
  ]);
});

it('K7: nothing is changed that was only spoken of and isn’t pointed at', async () => {
  const { calls, forms } = await on('archive', { history: [cities] });
  expect(calls).toEqual([]);
  expect(forms).toHaveLength(1);
});

it('K7: an article points at nothing: “the table” is not just what was spoken of last', async () => {
  const history = [said(toArtifact({ id: 'groceries', title: 'Groceries' }))];
  const { inputs } = await on('delete the picture', { history });
  expect(inputs).toEqual([{ artifacts: ['arcade'] }]);
});

it('K7: several requests are done one after the other, each about what the one before made', async () => {
  const made = { id: 'plants', title: 'Plants', type: 'board', workspace: 'w1' };
  const grown = { ...desk, artifacts: [...desk.artifacts, { ...desk.artifacts[2]!, ...made }] };
  const outcome = (): ToolOutcome => ({ kind: 'done', text: '', structured: { artifact: made } });
  const { calls } = await on('create a board called Plants and add a card "Water the ficus"', {
    desk: grown,
    outcome,
  });
  expect(calls.map(({ name, input }) => [name, JSON.parse(input as string) as unknown])).toEqual([
    ['create_artifact', { workspace: 'w1', type: 'board', title: 'Plants', fromTemplate: true }],
    ['board_add_card', { artifact: 'plants', title: 'Water the ficus' }],
  ]);
});

it('K7: a request that is refused ends those behind it', async () => {
  const { calls, text } = await on('delete Cities and then archive Report Q1', {
    outcome: () => ({ kind: 'denied' }),
  });
  expect(calls.map(({ name }) => name)).toEqual(['delete_artifacts']);
  expect(text).toBe('Canceled. Nothing was changed.\n\n');
});

it.each([
  "don't delete Cities",
  'please do not rename anything',
  'Cities nicht löschen!',
  'lösch bitte nichts',
  'never mind',
])('K7: %s does nothing, and says so', async (message) => {
  const { calls, forms, text } = await on(message);
  expect([calls, forms]).toEqual([[], []]);
  expect(text).toMatch(/^(?:All right, nothing was changed|In Ordnung, es wurde nichts geändert)\.\n\n$/u);
});

it('K7: what isn’t meant is left out of what is', async () => {
  expect((await on('not Report Q1, open Report Q2')).text).toContain('[Report Q2]');
  expect((await on("don't delete Cities, rename it to Towns")).calls.map(({ name }) => name)).not.toContain(
    'delete_artifacts',
  );
});

it('K7: a sum of nothing in particular asks for the column', async () => {
  const { forms, inputs } = await on('how much is it in total?', {
    history: [cities],
    answers: [{ text: 'Population' }],
  });
  expect(forms[0]?.message).toBe('Which column of “Cities”?');
  expect(inputs).toEqual([{ artifact: 'cities', reckon: [{ column: 'Population', how: 'sum' }] }]);
});

const selecting = (text: string, selected: readonly string[]) => ({
  text,
  attachments: [{ label: 'Selected', text: 'The user has these artifacts selected: …', selected }],
});

it('K7: what is selected is what “it” means, before what was spoken of', async () => {
  const { inputs } = await on(selecting('rename this to Towns', ['budget']), { history: [cities] });
  expect(inputs).toEqual([{ artifact: 'budget', title: 'Towns' }]);
});

it('K7: several selected ones are deleted together, once the user has agreed', async () => {
  const { calls, inputs } = await on(selecting('delete them', ['q1', 'q2']));
  expect(inputs).toEqual([{ artifacts: ['q1', 'q2'] }]);
  expect(calls.map(({ name, confirm }) => [name, confirm])).toEqual([['delete_artifacts', true]]);
});

it('K7: what is attached wins over what is selected, and a title over both', async () => {
  const { text, attachments } = selecting('rename it to Towns', ['q1']);
  const attached = [{ label: 'Cities', artifact: 'cities' }, ...attachments];
  expect((await on({ text, attachments: attached })).inputs).toEqual([
    { artifact: 'cities', title: 'Towns' },
  ]);
  const named = await on({ text: 'archive the house rules', attachments: attached });
  expect(named.inputs).toEqual([{ artifacts: ['rules'] }]);
});

it('K7: once the conversation has moved on, “it” is what it moved on to, and “the selected one” is selected', async () => {
  const before = { ...cities, message: selecting('open cities', ['q1']) };
  const going = await on(selecting('archive it', ['q1']), { history: [before] });
  expect(going.inputs).toEqual([{ artifacts: ['cities'] }]);
  const selected = await on(selecting('archive the selected one', ['q1']), { history: [before] });
  expect(selected.inputs).toEqual([{ artifacts: ['q1'] }]);
});

it('K7: a selection fills in no argument, and a View can’t make one', async () => {
  const { inputs } = await on(selecting('echo hello', ['q1']));
  expect(inputs).toEqual([{ message: 'hello' }]);
  const { calls } = await on({ ...selecting('archive it', ['q1']), view: { title: 'Board' } });
  expect(calls).toEqual([]);
});

it('K7: with nothing selected, “the selected one” is nothing', async () => {
  const { calls, text } = await on('rename the selected one to Towns', { history: [cities] });
  expect(calls).toEqual([]);
  expect(text).toContain('Nothing is selected on the desk.');
});
