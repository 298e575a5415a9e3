import { expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { desk, text, tool, tools } from '../sentences/desk.ts';
import { play } from '../turn.testkit.ts';

const operator = createHarness();
const own = (name: string, properties: Readonly<Record<string, object>>) => ({
  ...tool(name, 'Does something.', properties, Object.keys(properties), { readOnly: true }),
  server: 'loggia',
});
const fieldsFor = async (name: string, properties: Readonly<Record<string, object>>, server = 'loggia') => {
  const made = { ...own(name, properties), server };
  const { forms } = await play(operator, { tools: [...tools, made], desk, message: `/${name}` });
  return forms[0]?.fields;
};

it('K7: a server, a conversation, a collection or a workspace is chosen from by its title', async () => {
  const fields = await fieldsFor('look', {
    server: text,
    sessionId: text,
    collection: text,
    workspace: text,
  });
  expect(fields?.map(({ id, title, type, choices }) => [id, title, type, choices?.[0]])).toEqual([
    ['server', 'Server', 'choice', { id: 'loggia', label: 'loggia' }],
    ['sessionId', 'Conversation', 'choice', { id: 'lisbon', label: 'Trip to Lisbon' }],
    ['collection', 'Collection', 'choice', { id: 'handbook', label: 'Handbook' }],
    ['workspace', 'Workspace', 'choice', { id: 'w1', label: 'Welcome' }],
  ]);
});

it('K7: several artifacts are several choices', async () => {
  const [field] = (await fieldsFor('look', { artifacts: { type: 'array', items: text } })) ?? [];
  expect(field).toMatchObject({ id: 'artifacts', type: 'choices' });
  expect(field?.choices).toHaveLength(12);
});

it('K7: what is said by its title reaches the tool by its id', async () => {
  const made = own('look', { collection: text });
  const { inputs } = await play(operator, {
    tools: [...tools, made],
    desk,
    message: '/look collection=Handbook',
  });
  expect(inputs).toEqual([{ collection: 'handbook' }]);
});

it('K7: what a stranger calls a server is not one of the desk', async () => {
  const [field] = (await fieldsFor('ping', { server: text }, 'everything')) ?? [];
  expect(field).toMatchObject({ id: 'server', type: 'text' });
});

it('K7: an attached file fills the path that a tool wants, and of several it is chosen', async () => {
  const file = (name: string) => ({ label: name, uri: `file:///home/ann/my%20notes/${name}` });
  const message = (...names: readonly string[]) => ({
    text: '/read_text_file',
    attachments: names.map(file),
  });
  const one = await play(operator, { tools, desk, message: message('a.md') });
  expect(one.inputs).toEqual([{ path: '/home/ann/my notes/a.md' }]);
  const two = await play(operator, { tools, desk, message: message('a.md', 'b.md') });
  expect(two.forms[0]?.fields[0]?.choices?.map(({ label }) => label)).toEqual(['a.md', 'b.md']);
  const view = { title: 'Board' };
  const foreign = { text: '/read_text_file', attachments: [{ ...file('a.md'), view }] };
  expect((await play(operator, { tools, desk, message: foreign })).calls).toEqual([]);
});
