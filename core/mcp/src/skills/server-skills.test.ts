import { createHash } from 'node:crypto';
import { openSkillServer } from '@loggia/testing/skills';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerConnection } from '../connection.ts';
import { openRig } from '../connections/gateway-rig.testkit.ts';
import { listSkills, readSkill, type McpSkill } from './server-skills.ts';

const greet = '---\nname: greet\ndescription: Greets people.\nuser-invocable: false\n---\nSay hello.\n';

async function connected(files: Record<string, string>): Promise<ServerConnection> {
  const server = await openSkillServer(files);
  onTestFinished(() => server.close());
  return openRig().ready({ name: 'Remote', transport: { kind: 'http', url: server.url, headers: {} } });
}

describe('skills of a real server', () => {
  it('D9: are listed and read as the server promised them', async () => {
    const connection = await connected({ 'greet/SKILL.md': greet, 'greet/docs/notes.md': 'More.' });
    expect(connection.facts).toMatchObject({ skills: true });
    const { skills, refused } = await listSkills(connection);
    expect(refused).toEqual([]);
    expect(skills).toEqual([
      {
        uri: expect.stringContaining('greet/SKILL.md'),
        name: 'greet',
        description: 'Greets people.',
        fields: new Map([['user-invocable', false]]),
        promised: {
          size: greet.length,
          digest: `sha256:${createHash('sha256').update(greet).digest('hex')}`,
        },
        files: [
          {
            path: 'docs/notes.md',
            uri: expect.stringContaining('greet/docs/notes.md'),
            promised: { size: 5, digest: expect.stringMatching(/^sha256:/) },
          },
        ],
      },
    ]);
    const [skill] = skills as [McpSkill];
    expect(await readSkill(connection, skill)).toBe(greet);
    expect(await readSkill(connection, skill, skill.files[0])).toBe('More.');
  });

  it('D9: a text that differs from the listed one is refused', async () => {
    const connection = await connected({ 'greet/SKILL.md': greet });
    const [skill] = (await listSkills(connection)).skills;
    const promised = { size: greet.length, digest: `sha256:${'0'.repeat(64)}` };
    await expect(readSkill(connection, { ...(skill as McpSkill), promised })).rejects.toThrow(
      `The skill "greet" of "Remote" can't be used: its text isn't the one that the server listed. Tell whoever runs the server.`,
    );
  });
});

it('L5, D9: files of a skill that lie elsewhere, are too many or hold no text are not offered or refused', async () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const at = (uri: string) => ({ uri, digest, size: 4 });
  const own = at('skill://a/SKILL.md');
  const others = ['skill://b/x.md', 'file:///etc/passwd', 'skill://a/', 'skill://a/x\u0007y.md'].map(at);
  const good = Array.from({ length: 150 }, (_, index) => at(`skill://a/docs/${index}.md`));
  const entry = { uri: own.uri, frontmatter: { name: 'a', description: 'x' } };
  const connection = {
    definition: { name: 'Hostile' },
    request: async (method: string) =>
      method === 'skills/list'
        ? { skills: [{ ...entry, resources: [own, ...others, ...good] }] }
        : { contents: [{ blob: Buffer.from([0xff, 0, 1, 2]).toString('base64') }] },
  } as unknown as ServerConnection;
  const [skill] = (await listSkills(connection)).skills as [McpSkill];
  expect(skill.files).toHaveLength(100);
  expect(skill.files.every(({ path }) => /^docs\/\d+\.md$/.test(path))).toBe(true);
  await expect(readSkill(connection, skill, skill.files[0])).rejects.toThrow(
    'The file "docs/0.md" of the skill "a" of "Hostile" can\'t be used: its text isn\'t the one that the server listed.',
  );
  await expect(readSkill(connection, { ...skill, promised: undefined })).rejects.toThrow("it isn't text.");
});

describe('a hostile list', () => {
  const answering = (pages: readonly unknown[]): ServerConnection => {
    let asked = 0;
    return {
      definition: { name: 'Hostile' },
      request: async () => pages[Math.min(asked++, pages.length - 1)],
    } as unknown as ServerConnection;
  };
  const entry = (name: string, more: object = {}) => ({
    uri: `skill://${name}`,
    frontmatter: { name, description: 'x' },
    resources: 'dynamic',
    ...more,
  });

  it('L5, D9: costs only the entries that are wrong', async () => {
    const { skills, refused } = await listSkills(
      answering([
        {
          skills: [
            entry('good'),
            entry('good'),
            entry('x'.repeat(65)),
            entry('evil\u202Ename'),
            entry('unlisted', { resources: [] }),
            { uri: 'skill://broken' },
            7,
          ],
        },
      ]),
    );
    expect(skills.map(({ name }) => name)).toEqual(['good']);
    expect(refused).toHaveLength(6);
  });

  it('L5, D9: ends after a number of pages and skills', async () => {
    const endless = answering([{ skills: [], nextCursor: 'again' }]);
    expect(await listSkills(endless)).toEqual({ skills: [], refused: [] });
    const many = Array.from({ length: 1_000 }, (_, index) => entry(`skill-${index}`));
    expect((await listSkills(answering([{ skills: many, nextCursor: 'again' }]))).skills).toHaveLength(200);
  });
});
