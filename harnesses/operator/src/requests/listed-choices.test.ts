import type { HarnessTool, ToolOutcome, ToolRequest } from '@loggia/sessions/harness';
import { describe, expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { desk, tools } from '../sentences/desk.ts';
import { play, type TurnScript } from '../turn.testkit.ts';

const operator = createHarness();

/** As a handler declares it: cards by their ids, columns by their titles. */
const choices: HarnessTool['choices'] = {
  card: { tool: 'board_list', path: 'columns/*/cards/*', value: 'id', label: 'title' },
  column: { tool: 'board_list', path: 'columns/*', value: 'title' },
};
const declared = tools.map((tool) => (tool.name === 'board_move_card' ? { ...tool, choices } : tool));
const board = {
  columns: [
    { id: 'todo', title: 'To do', cards: [{ id: 'c1', title: 'Call mum' }] },
    { id: 'done', title: 'Done', cards: [] },
  ],
};
const outcome = ({ name }: ToolRequest): ToolOutcome => ({
  kind: 'done',
  text: name === 'board_list' ? '## To do (id todo)\n- Call mum (id c1, due 2026-11-01)' : 'Moved it.',
  ...(name === 'board_list' && { structured: board }),
});
const on = (message: string, more: Partial<TurnScript> = {}) =>
  play(operator, { tools: declared, desk, outcome, message, ...more });

describe('choices that a tool of the server lists', () => {
  it('K7: are offered once it is known what they depend on', async () => {
    const { forms, calls, inputs } = await on('/board_move_card', {
      answers: [{ artifact: 'groceries' }, { card: 'c1', column: 'Done' }],
    });
    expect(
      forms.map(({ fields }) => fields.map(({ id, type, choices: all }) => [id, type, all?.at(0)])),
    ).toEqual([
      [['artifact', 'choice', { id: 'start', label: 'Getting to know Loggia' }]],
      [
        ['card', 'choice', { id: 'c1', label: 'Call mum' }],
        ['column', 'choice', { id: 'To do', label: 'To do' }],
      ],
    ]);
    expect(calls.map(({ name }) => name)).toEqual(['board_list', 'board_move_card']);
    expect(inputs).toEqual([
      { artifact: 'groceries' },
      { artifact: 'groceries', card: 'c1', column: 'Done' },
    ]);
  });

  it('K7: turn a title that was said into its id', async () => {
    const { forms, inputs } = await on('/board_move_card artifact=Groceries card="call mum" column=Done');
    expect(forms).toEqual([]);
    expect(inputs.at(-1)).toEqual({ artifact: 'groceries', card: 'c1', column: 'Done' });
  });

  it('K7: are offered instead of a name that none of them has', async () => {
    const { forms } = await on('/board_move_card artifact=Groceries card="Call dad" column=Done');
    expect(forms[0]?.fields.find(({ id }) => id === 'card')).toMatchObject({ type: 'choice' });
  });

  it.each<[string, Partial<HarnessTool>]>([
    ['may write', { readOnly: false }],
    ['belongs to another server', { server: 'everything' }],
  ])('K7: a tool that %s is never called to list them', async (_, change) => {
    const changed = declared.map((tool) => (tool.name === 'board_list' ? { ...tool, ...change } : tool));
    const { forms, calls } = await on('/board_move_card artifact=Groceries', { tools: changed });
    expect(calls).toEqual([]);
    expect(forms[0]?.fields.find(({ id }) => id === 'card')).toMatchObject({ type: 'text' });
  });

  it('K7: are asked for again in a turn that broke off before one was chosen', async () => {
    const past = { id: 'l', name: 'board_list', input: '{"artifact":"groceries"}' };
    const { forms } = await on('/board_move_card artifact=Groceries', {
      resumes: [{ kind: 'tool', ...past, outcome: { kind: 'done', text: '', structured: board } }],
    });
    expect(forms).toHaveLength(1);
  });
});

it('K7: a list is shown by titles, without the ids that are there for models', async () => {
  const { text } = await on('which cards are on groceries');
  expect(text).toContain('## To do\n- Call mum (due 2026-11-01)\n');
});
