import type { ToolOutcome, ToolRequest } from '@loggia/sessions/harness';
import { describe, expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { desk, tools } from '../sentences/desk.ts';
import { play, type TurnScript } from '../turn.testkit.ts';

const operator = createHarness();
const on = (message: TurnScript['message'], more: Partial<TurnScript> = {}) =>
  play(operator, { tools, desk, message, ...more });
const returns = (structured: unknown) => (): ToolOutcome => ({ kind: 'done', text: '', structured });

describe('looking', () => {
  it('K7: the desk is listed as cards, without asking anybody', async () => {
    const { text, calls } = await on('what is on the desk');
    expect(calls).toEqual([]);
    expect(text).toContain('12 things are on the desk:\n\n- [Cities](artifact:///cities)\n');
    expect(text).not.toContain('Old plan');
  });

  it('K7: a long list says how many there are, and all of them are a click away', async () => {
    const artifacts = Array.from({ length: 40 }, (_, at) => ({
      ...desk.artifacts[0]!,
      id: `a${at}`,
      title: `Note ${at}`,
    }));
    const { text } = await on('what is on the desk', { desk: { ...desk, artifacts } });
    expect(text.match(/^- /gmu)).toHaveLength(12);
    expect(text).toContain('[Show all 40](loggia:say?text=Show%20all%2040%20artifacts)');
    const all = await on('Show all 40 artifacts', { desk: { ...desk, artifacts } });
    expect(all.text.match(/^- /gmu)).toHaveLength(40);
  });

  it('K7: what is opened is a card, and its View where its owner can show it', async () => {
    expect((await on('open citys')).text).toBe('Here it is:\n\n- [Cities](artifact:///cities)\n\n');
    const show = {
      ...tools.find(({ name }) => name === 'board_list')!,
      name: 'show_board',
      title: 'Show it',
      hasView: true,
    };
    const { calls, inputs } = await on('open groceries', { tools: [...tools, show] });
    expect(calls.map(({ name }) => name)).toEqual(['show_board']);
    expect(inputs).toEqual([{ artifact: 'groceries' }]);
  });

  it('K7: what is attached, or was spoken of last, is what “it” means', async () => {
    const attachments = [{ label: 'Cities', artifact: 'cities' }];
    const outcome = returns({ columns: ['City'], rows: [['Rome']], total: 20 });
    const asked = await on({ text: 'how many rows does it have?', attachments }, { outcome });
    expect(asked.calls.map(({ name }) => name)).toEqual(['table_query']);
    expect(asked.text).toBe('[Cities](artifact:///cities) has 20 rows.\n\n');
    const history = [
      { id: 't1', message: { text: 'open cities' }, reply: '- [Cities](artifact:///cities)', parts: [] },
    ];
    expect((await on('rename it to Towns', { history })).inputs).toEqual([
      { artifact: 'cities', title: 'Towns' },
    ]);
  });

  it('K7: what View attaches is not what “it” means', async () => {
    const attachments = [{ label: 'Cities', artifact: 'cities', view: { title: 'Board' } }];
    expect((await on({ text: 'archive it', attachments })).calls).toEqual([]);
  });

  it('K7: what it cannot do it says in a sentence, with three things that it can', async () => {
    const { text, calls, forms } = await on({
      text: 'what is in this picture?',
      attachments: [{ label: 'An arcade', artifact: 'arcade' }],
    });
    expect([calls, forms]).toEqual([[], []]);
    expect(text).toContain('It takes a model to answer that about [An arcade](artifact:///arcade).');
    expect(text).toContain('[Connect a model](loggia:/settings/models)');
    expect(text.match(/^- \[.*\]\(loggia:say/gmu)).toHaveLength(3);
  });

  it('K7: everything that it suggests, it understands', async () => {
    const said = await Promise.all(
      ['help', 'hello', 'tell me a joke'].map(async (message) => (await on(message)).text),
    );
    const suggestions = [...said.join('\n').matchAll(/loggia:say\?text=([^)]+)/gu)].map(([, text = '']) =>
      decodeURIComponent(text),
    );
    expect(suggestions.length).toBeGreaterThan(8);
    for (const suggestion of suggestions) {
      expect([suggestion, (await on(suggestion)).text]).not.toEqual([
        suggestion,
        expect.stringContaining('without a model. ['),
      ]);
    }
  });
});

describe('changing', () => {
  const written = ({ name, input, confirm }: ToolRequest) => [
    name,
    JSON.parse(input as string) as unknown,
    confirm,
  ];

  it('K7: what is new comes from the template of its type', async () => {
    const { calls, text } = await on('make a new board called Launch', {
      outcome: returns({ artifact: { id: 'b9', title: 'Launch', workspace: 'w1' } }),
    });
    expect(calls.map(written)).toEqual([
      ['create_artifact', { workspace: 'w1', type: 'board', title: 'Launch', fromTemplate: true }, false],
    ]);
    expect(text).toBe('Made a new board:\n\n- [Launch](artifact:///b9)\n\n');
  });

  it('K7: deleting is asked about, and a refusal changes nothing', async () => {
    const { calls, text } = await on('delete Cities', { outcome: () => ({ kind: 'denied' }) });
    expect(calls).toMatchObject([
      { name: 'delete_artifacts', confirm: true, says: 'Move “Cities” to the trash?' },
    ]);
    expect(text).toBe('Canceled. Nothing was changed.\n\n');
  });

  it('K7: of several it asks which one, by their titles', async () => {
    const { forms, inputs } = await on('rename report to Summary', { answers: [{ choice: 'q2' }] });
    expect(forms[0]?.fields[0]?.choices).toEqual([
      { id: 'q1', label: 'Report Q1', description: 'Document' },
      { id: 'q2', label: 'Report Q2', description: 'Document' },
    ]);
    expect(inputs).toEqual([{ artifact: 'q2', title: 'Summary' }]);
  });

  it('K7: where a tool wants an artifact, those it works on are chosen from by their titles', async () => {
    const { forms, calls } = await on('/board_add_card title=Milk', {
      answers: [{ artifact: 'groceries', title: 'Milk' }],
    });
    expect(forms[0]?.message).toBe('To add a card I need:');
    expect(forms[0]?.fields[0]).toMatchObject({
      id: 'artifact',
      type: 'choice',
      choices: [
        { id: 'start', label: 'Getting to know Loggia' },
        { id: 'groceries', label: 'Groceries' },
      ],
    });
    expect(calls.map(written)).toEqual([['board_add_card', { artifact: 'groceries', title: 'Milk' }, false]]);
    expect((await on('/board_list artifact=groceries')).inputs).toEqual([{ artifact: 'groceries' }]);
  });

  it('K7: a host that lets agents do nothing says so', async () => {
    const { text, calls } = await on('rename cities to Towns', {
      tools: tools.filter(({ server }) => server !== 'loggia'),
    });
    expect(calls).toEqual([]);
    expect(text).toBe('This host doesn’t let agents do that.\n\n');
  });
});
