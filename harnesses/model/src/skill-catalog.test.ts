import type { Skill } from '@loggia/sessions/harness';
import { describe, expect, test } from 'vitest';
import { SkillCatalog } from './skill-catalog.ts';

const skill = (name: string, description: string): Skill => ({
  name,
  description,
  forModel: true,
  forUser: true,
  read: async () => `Text of ${name}`,
});

describe('the skills that a model is told of', () => {
  const alike = new SkillCatalog([
    skill('sales:start', 'Begins a sale.'),
    skill('legal:start', 'Begins a case.'),
    skill('law:review', 'Reviews.'),
  ]);

  test('D9: skills of one name are both listed and both read', async () => {
    expect(alike.section()).toContain('- sales:start: Begins a sale.\n- legal:start: Begins a case.');
    expect(await alike.answer({ name: 'legal:start' })).toEqual({
      kind: 'done',
      text: 'Text of legal:start',
    });
    expect(await alike.answer({ name: 'review' })).toEqual({ kind: 'done', text: 'Text of law:review' });
    expect(await alike.answer({ name: 'start' })).toEqual({
      kind: 'failed',
      message: 'Several skills are named "start": sales:start, legal:start. Read one of these.',
    });
  });

  test('D9: however many there are, the prompt stays short, and the rest is found by search', async () => {
    const many = new SkillCatalog([
      ...Array.from({ length: 2_000 }, (_, at) =>
        skill(`plugin-${at}:skill-${at}`, 'Does things. '.repeat(50)),
      ),
      skill('late', 'Files tax returns for a company.'),
    ]);
    expect(many.section().length).toBeLessThan(17_000);
    expect(many.section()).toMatch(/There are \d+ more\. Find them with `read_skill` and `search`\.$/);
    expect(many.names).toBeUndefined();
    expect(await many.answer({ search: 'company tax' })).toEqual({
      kind: 'done',
      text: '- late: Files tax returns for a company.',
    });
    expect(await many.answer({ search: 'things' })).toMatchObject({
      text: expect.stringContaining('1980 more match.') as string,
    });
    expect(await many.answer({ search: 'zebra' })).toEqual({
      kind: 'done',
      text: 'No skill matches "zebra".',
    });
  });

  test('D9: as long as all are listed, a name is chosen from the list', () => {
    expect(alike.names).toEqual(['sales:start', 'legal:start', 'law:review']);
    expect(alike.section()).not.toContain('search');
  });

  test('D9: the other files of a skill are named with its text, and read by their paths', async () => {
    const files = ['docs/api.md', 'notes.md'];
    const withFiles = { ...skill('build', 'Builds.'), files, readFile: async (path: string) => `In ${path}` };
    const catalog = new SkillCatalog([withFiles, skill('plain', 'Plain.')]);
    expect([catalog.hasFiles, alike.hasFiles]).toEqual([true, false]);
    const note =
      '\n\n[Other files of this skill, which `read_skill` reads with `file`: docs/api.md, notes.md]';
    expect(await catalog.answer({ name: 'build' })).toEqual({ kind: 'done', text: `Text of build${note}` });
    expect(await catalog.answer({ name: 'build', file: './docs/api.md' })).toEqual({
      kind: 'done',
      text: 'In docs/api.md',
    });
    expect(await catalog.answer({ name: 'build', file: 'x' })).toEqual({
      kind: 'failed',
      message: 'The skill "build" has no file "x". There are: docs/api.md, notes.md.',
    });
    expect(await catalog.answer({ name: 'plain', file: 'x' })).toEqual({
      kind: 'failed',
      message: 'The skill "plain" has no file "x". It has none.',
    });
    const invoked = { name: 'build', text: 'Do it.', rest: '' };
    expect(catalog.invoked(invoked)).toEqual({ ...invoked, text: `Do it.${note}` });
    expect(catalog.invoked({ ...invoked, name: 'plain' })?.text).toBe('Do it.');
    expect(catalog.invoked(undefined)).toBeUndefined();
  });
});
