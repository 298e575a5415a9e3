import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';

describe('the operator on the desk of a new host', () => {
  // As a new user has it: the operator is the agent, and this host is one of its servers.
  const data = new DataDirectory({ agents: undefined, hostTools: true });
  const api = new Api(() => data.endpoint());
  let host: HostProcess;
  let workspace: string;

  beforeAll(async () => {
    host = await HostProcess.start(data, 'product');
    workspace = (await api.firstWorkspace()).id;
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  const say = async (text: string) => (await loggia(data, ['chat', text])).stdout;
  const titled = async (title: string) =>
    (await api.artifacts(workspace)).find((artifact) => artifact.title === title);

  test('K7: the first question of the README is answered with titles, not with data', async () => {
    const said = await say('what is on the desk');
    for (const title of ['Cities', 'House rules', 'Getting to know Loggia']) {
      expect(said).toMatch(new RegExp(`^- ${title}$`, 'mu'));
    }
    expect(said).not.toMatch(/artifact:|vnd\.|[{}[\]]/u);
  });

  test('K7: it asks the owner of a type about an artifact that is named with a typo', async () => {
    expect(await say('how many rows does Citys have?')).toContain('Cities has 20 rows.');
  });

  test('K7: it uses the tools of whoever answers for a type, and shows what that can show', async () => {
    const { stdout, stderr } = await loggia(data, ['chat', 'open ten days in Portugal']);
    expect(stdout).toMatch(/^- Ten days in Portugal$/mu);
    expect(stderr).toContain('Show the planner (planner): done');
    await loggia(data, ['chat', '--yes', 'add a card "Call mum" to getting to know Loggia']);
    const board = await titled('Getting to know Loggia');
    expect((await api.artifact(board?.id ?? '')).context).toMatchObject({
      cards: expect.arrayContaining([expect.objectContaining({ title: 'Call mum' })]),
    });
  });

  test('K7: it finds a card by its title among those that the server lists, and shows no ids', async () => {
    const { id = '' } = (await titled('Getting to know Loggia')) ?? {};
    const move = '/board_move_card artifact="Getting to know Loggia" card="start loggia" column=Trying';
    expect((await loggia(data, ['chat', '--yes', move])).stdout).toContain('Moved it to Trying.');
    expect((await api.artifact(id)).context['cards']).toContainEqual(
      expect.objectContaining({ title: 'Start Loggia', column: 'doing' }),
    );
    const listed = await say('which cards are on getting to know Loggia?');
    expect(listed).toContain('Start Loggia');
    expect(listed).not.toMatch(/\(id /u);
  });

  test('K7: it makes and renames what it is asked to, and deletes nothing that nobody confirms', async () => {
    expect(await say('make a new board called Groceries')).toMatch(/^- Groceries$/mu);
    const made = await titled('Groceries');
    expect((await api.artifact(made?.id ?? '')).context).toMatchObject({
      columns: [{ title: 'To do' }, { title: 'In progress' }, { title: 'Done' }],
    });
    expect(await say('benenne Groceries in Einkauf um')).toContain('„Groceries“ heißt jetzt Einkauf.');
    await say('delete Einkauf');
    expect((await titled('Einkauf'))?.id).toBe(made?.id);
  });

  test('K7: what it cannot do it says, with what it can', async () => {
    const said = await say('write me a poem about cities');
    expect(said).toContain('I can’t do that without a model. Connect a model (loggia models add)');
    expect(said.match(/^- “.*”$/gmu)).toHaveLength(3);
  });
});
