import { describe, expect, test } from 'vitest';
import { loggia } from '../../host-double.testkit.ts';
import { artifact, home, hostWith, work } from './artifact-double.testkit.ts';

const many = [
  artifact('aaaa-1', { title: 'Plan' }),
  artifact('aaaa-2', { title: 'Notes' }),
  artifact('bbbb-3', { title: 'Notes' }),
  artifact('cccc-4', { title: 'aaaa' }),
  artifact('dddd-5', { title: 'aaaa-1' }),
  artifact('eeee-6', { title: 'Old', deletedAt: '2026-01-03T00:00:00.000Z' }),
];

async function shown(word: string, ...more: string[]) {
  const { data } = await hostWith(many);
  const ran = await loggia(['artifacts', 'show', word, '--json', ...more], { data });
  if (ran.exitCode !== 0) return ran.complaints;
  return (JSON.parse(ran.out) as { artifact: { id: string } }).artifact.id;
}

describe('L2: which artifact is meant', () => {
  test.each([
    ['aaaa-1', 'aaaa-1'],
    ['bbbb', 'bbbb-3'],
    ['Plan', 'aaaa-1'],
    // A whole title wins over the beginning of an id.
    ['aaaa', 'cccc-4'],
  ])('L2: "%s" is %s', async (word, id) => {
    expect(await shown(word)).toBe(id);
  });

  test.each([
    ['Notes', 'Several artifacts match "Notes": aaaa-2 (Notes), bbbb-3 (Notes). Name one by its id.'],
    ['aaaa-', 'Several artifacts match "aaaa-": aaaa-1 (Plan), aaaa-2 (Notes). Name one by its id.'],
    ['notes', 'There is no artifact "notes". "loggia artifacts list" lists them.'],
    ['eeee-6', '"Old" is in the trash. Restore it with "loggia artifacts undelete eeee-6".'],
    ['Old', 'There is no artifact "Old"'],
  ])('L2: "%s" is none, and the sentence says what to do', async (word, words) => {
    expect(await shown(word)).toContain(words);
  });

  test('L2: a workspace narrows it down', async () => {
    const host = await hostWith(
      [artifact('aaaa-1', { title: 'Notes' }), artifact('bbbb-2', { title: 'Notes', workspace: work.id })],
      { 'x-loggia/listWorkspaces': () => ({ workspaces: [home, work] }) },
    );
    const run = (...more: string[]) => loggia(['artifacts', 'show', 'Notes', ...more], { data: host.data });
    expect((await run('--workspace', 'Work')).out).toContain('bbbb-2');
    expect((await run()).complaints).toContain('Several artifacts match');
    expect((await run('--workspace', 'Nowhere')).complaints).toContain(
      'There is no workspace "Nowhere". "loggia workspaces list" lists them.',
    );
    const foreign = await loggia(['artifacts', 'show', 'aaaa-1', '--workspace', 'Work'], { data: host.data });
    expect(foreign.complaints).toContain('There is no artifact "aaaa-1"');
  });

  test('L2: a host that repeats its cursor is not asked for ever', async () => {
    const host = await hostWith([], {
      'x-loggia/listArtifacts': () => ({ artifacts: [many[0]], nextCursor: 'same' }),
    });
    const ran = await loggia(['artifacts', 'list', '--json'], { data: host.data });
    expect((JSON.parse(ran.out) as { artifacts: unknown[] }).artifacts).toHaveLength(2);
  });
});
