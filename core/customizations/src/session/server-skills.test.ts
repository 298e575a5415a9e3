import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Rig } from './rig.testkit.ts';

const text = '---\nname: greet\ndescription: Greets people.\n---\nSay hello.';
const notes = 'More.';
const listed = (uri: string, content: string) => ({
  uri,
  size: content.length,
  digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
});
const entry = (name: string) => ({
  uri: `skill://${name}/SKILL.md`,
  frontmatter: { name, description: 'Greets people.' },
  resources: [listed(`skill://${name}/SKILL.md`, text), listed(`skill://${name}/notes.md`, notes)],
});
const message = { text: '/greet there', origin: { kind: 'user' } };

async function rigWith(names: readonly string[]) {
  const rig = new Rig({ servers: ['a'] });
  const uri = await rig.session();
  const connection = rig.gateway.named('a');
  const offered = [...names];
  connection.onRequest = async (method, params) => {
    if (method === 'skills/list') return { skills: offered.map((name) => entry(name)) };
    if (method === 'resources/read')
      return { contents: [{ text: String(params['uri']).endsWith('notes.md') ? notes : text }] };
    throw new Error(`Not in this test: ${method}.`);
  };
  connection.becomeReady([], { skills: true, resources: { listChanged: true } });
  await rig.equipment.guidance(uri, message);
  return { rig, uri, connection, offered };
}

describe('skills of servers', () => {
  it('D9: are shown below their server and used like any other', async () => {
    const { rig, uri } = await rigWith(['greet']);
    expect(rig.shown(uri)).toMatchObject([
      { type: 'mcpServer', name: 'a' },
      {
        type: 'directory',
        contents: 'skill',
        name: 'Skills of a',
        children: [{ type: 'skill', name: 'greet' }],
      },
    ]);
    const { skills, invoked } = await rig.equipment.guidance(uri, message);
    expect(skills).toMatchObject([{ name: 'greet', description: 'Greets people.', forModel: true }]);
    expect(await skills[0]?.read()).toBe(text);
    expect(skills[0]?.files).toEqual(['notes.md']);
    expect(await skills[0]?.readFile?.('notes.md')).toBe(notes);
    await expect(skills[0]?.readFile?.('../a')).rejects.toThrow('The skill has no file "../a".');
    expect(invoked).toMatchObject({ name: 'greet', text: 'Say hello.\n\nthere', rest: 'there' });
  });

  it('D9: are refused if their text describes another skill', async () => {
    const { rig, uri } = await rigWith(['other']);
    const { skills, invoked } = await rig.equipment.guidance(uri, { ...message, text: '/other' });
    await expect(skills[0]?.read()).rejects.toThrow(
      'The skill "other" of "a" can\'t be used: its text is that of "greet". Tell whoever runs the server.',
    );
    expect(invoked).toBeUndefined();
  });

  it('D5, D9: can be turned off, and follow what the server tells', async () => {
    const { rig, uri, connection, offered } = await rigWith(['greet']);
    const [, directory] = rig.shown(uri);
    const enablement = [{ kind: 'session' as const, enabled: false }];
    rig.dispatch(uri, { type: 'session/customizationToggled', id: directory?.id ?? '', enablement });
    expect((await rig.equipment.guidance(uri, message)).skills).toEqual([]);
    offered.push('other');
    connection.tell('resources');
    await rig.equipment.guidance(uri, message);
    expect(rig.shown(uri)).toMatchObject([{}, { children: [{ name: 'greet' }, { name: 'other' }] }]);
  });

  it('B5, D9: are gone with the server', async () => {
    const { rig, uri } = await rigWith(['greet']);
    rig.dispatch(uri, { type: 'session/mcpServerStopRequested', id: rig.server(uri, 'a').id });
    expect(rig.shown(uri)).toHaveLength(1);
    expect((await rig.equipment.guidance(uri, message)).skills).toEqual([]);
  });
});
