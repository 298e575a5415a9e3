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
    const connection = await connected({ 'greet/SKILL.md': greet, 'greet/notes.md': 'More.' });
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
      },
    ]);
    expect(await readSkill(connection, skills[0] as McpSkill)).toBe(greet);
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
