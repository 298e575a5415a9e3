import { expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { loadPlugin } from './load-plugin.ts';
import { environmentWith } from './servers/servers.testkit.ts';

const skill = (name: string) => `---\nname: ${name}\ndescription: Helps with ${name}.\n---\nText\n`;

async function loaded(contents: Readonly<Record<string, string>>) {
  const { children, problems } = await loadPlugin(memoryFiles(contents), environmentWith({}, {}));
  return {
    children: children.map(({ type, name, file }) => `${type} ${name} ${file}`),
    problems: problems.map(({ file, message }) => `${file}: ${message}`),
    descriptions: children.map((child) => ('description' in child ? child.description : undefined)),
    declared: children,
  };
}

it('D3: skills are found in groups, and within other skills', async () => {
  const { children, problems } = await loaded({
    '.claude-plugin/plugin.json': '{"name": "kit"}',
    'skills/pdf/SKILL.md': skill('pdf'),
    'skills/pdf/forms/SKILL.md': skill('forms'),
    'skills/shared/one/SKILL.md': skill('one'),
    'skills/shared/deep/er/two/SKILL.md': skill('two'),
    'skills/.hidden/SKILL.md': skill('hidden'),
    'skills/pdf/node_modules/x/SKILL.md': skill('x'),
  });
  expect(children).toEqual([
    'skill pdf skills/pdf/SKILL.md',
    'skill forms skills/pdf/forms/SKILL.md',
    'skill two skills/shared/deep/er/two/SKILL.md',
    'skill one skills/shared/one/SKILL.md',
  ]);
  expect(problems).toEqual([]);
});

it('D3: apps of ChatGPT are named as left out', async () => {
  const { children, problems } = await loaded({
    '.codex-plugin/plugin.json': '{"name": "kit", "apps": "./.app.json"}',
    '.app.json': '{"apps": {"mail": {"id": "connector_1"}}}',
    'skills/a/SKILL.md': skill('a'),
  });
  expect(children).toEqual(['skill a skills/a/SKILL.md']);
  expect(problems).toEqual([
    '.app.json: Apps of ChatGPT work only there and are left out. The rest of the plugin works.',
  ]);
});

it('D3: a power and its steering are read on demand, or where they apply', async () => {
  const { children, problems, descriptions, declared } = await loaded({
    'POWER.md': '---\nname: payments\ndescription: Take payments.\n---\nUse the tools.',
    'steering/setup.md': '# Setting up\n\nFirst, …',
    'steering/style.md': '---\ninclusion: always\n---\nBe brief.',
    'steering/css.md': '---\ninclusion: fileMatch\nfileMatchPattern: "*.css"\n---\nUse spaces.',
  });
  expect(problems).toEqual([]);
  expect(children).toEqual([
    'skill payments POWER.md',
    'rule css steering/css.md',
    'skill setup steering/setup.md',
    'rule style steering/style.md',
  ]);
  expect(descriptions[0]).toBe('Take payments.');
  expect(descriptions[2]).toBe('Steering of payments: Setting up');
  expect(declared[1]).toMatchObject({ alwaysApply: false, globs: ['*.css'] });
  expect(declared[3]).toMatchObject({ alwaysApply: true });
});
