import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { loadMarketplaceEntry, readMarketplace } from './marketplace.ts';
import { environmentWith } from './servers/servers.testkit.ts';

const environment = environmentWith({});
const skill = (name: string) => `---\nname: ${name}\ndescription: ${name}.\n---\n`;

function marketOf(plugins: readonly unknown[], more: Readonly<Record<string, string>> = {}, metadata = {}) {
  const list = JSON.stringify({ name: 'market', metadata, plugins }, null, 1);
  // The files of entries are read through the list's own when they are not on this machine.
  return memoryFiles({ '.claude-plugin/marketplace.json': list, ...more }, {});
}

async function loadAll(files: ReturnType<typeof marketOf>) {
  const market = await readMarketplace(files);
  if (market === undefined) throw new Error('There is no list.');
  const loaded = await Promise.all(
    market.entries.map((entry) => loadMarketplaceEntry(files, market, entry, environment)),
  );
  return {
    market,
    shown: loaded.map(({ name, format, children, servers }) => [
      name,
      format,
      ...[...children, ...servers].map((each) => each.name),
    ]),
    problems: loaded.flatMap((each) => each.problems),
  };
}

describe('a list of plugins', () => {
  it('D3: local plugins load from their folders, and those without a manifest are what the list says', async () => {
    const files = marketOf(
      [
        { name: 'one', source: './plugins/one' },
        {
          name: 'two',
          source: 'plugins/two',
          description: 'Two.',
          mcpServers: { s: { url: 'https://s/mcp' } },
        },
        { name: 'papers', source: './', strict: false, skills: ['./skills/pdf'] },
        { name: 'lsp', source: './plugins/lsp', lspServers: {} },
      ],
      {
        'plugins/one/.claude-plugin/plugin.json': '{"name": "first"}',
        'plugins/one/skills/a/SKILL.md': skill('a'),
        'plugins/two/skills/b/SKILL.md': skill('b'),
        'plugins/lsp/README.md': 'Nothing.',
        'skills/pdf/SKILL.md': skill('pdf'),
        'skills/xlsx/SKILL.md': skill('xlsx'),
      },
    );
    const { shown, problems } = await loadAll(files);
    expect(shown).toEqual([
      ['first', 'claude', 'a'],
      ['two', 'bare', 'b', 's'],
      ['papers', 'bare', 'pdf'],
      ['lsp', 'bare'],
    ]);
    expect(problems).toEqual([]);
  });

  it('D3: a name in the list that leads nowhere does not hide what is there', async () => {
    const files = marketOf([{ name: 'spark', source: './plugins/spark', skills: ['./skills/old'] }], {
      'plugins/spark/skills/new/SKILL.md': skill('new'),
    });
    const { shown, problems } = await loadAll(files);
    expect(shown).toEqual([['spark', 'bare', 'new']]);
    expect(problems).toMatchObject([{ file: '.claude-plugin/marketplace.json', line: 9 }]);
  });

  it('D3: what lies elsewhere is listed, and says where to get it', async () => {
    const files = marketOf([
      { name: 'a', source: { source: 'github', repo: 'acme/a', path: 'plugins/a' } },
      { name: 'b', source: { source: 'git-subdir', url: 'https://example.com/b.git', path: 'b' } },
      { name: 'c', source: 'https://example.com/c.git' },
      { name: 'd', source: { source: 'npm', package: '@acme/d' } },
      { name: 'e' },
    ]);
    const { problems } = await loadAll(files);
    expect(problems.map(({ message }) => message)).toEqual([
      'The plugin "a" is not on this machine. Get it from acme/a.',
      'The plugin "b" is not on this machine. Get it from https://example.com/b.git.',
      'The plugin "c" is not on this machine. Get it from https://example.com/c.git.',
      'The plugin "d" is not on this machine. Get it from @acme/d.',
      'The plugin "e" is not on this machine. Get it from an unknown place.',
    ]);
  });

  it('D3: a place that names its root is below that, and a source may be written as an object', async () => {
    const more = { 'packs/one/skills/a/SKILL.md': skill('a') };
    const named = await loadAll(
      marketOf([{ name: 'one', source: './one' }], more, { pluginRoot: './packs' }),
    );
    expect(named.shown).toEqual([['one', 'bare', 'a']]);
    const object = await loadAll(
      marketOf([{ name: 'one', source: { source: 'local', path: './packs/one' } }], more),
    );
    expect(object.shown).toEqual([['one', 'bare', 'a']]);
  });

  it('L5: broken entries are told with their line, and the others are there', async () => {
    const files = marketOf([
      { source: './a' },
      { name: 'out', source: '../../etc' },
      { name: 'ok', source: './gone' },
      { name: 'ok', source: './b' },
    ]);
    const { market, problems } = await loadAll(files);
    expect(market.entries.map(({ name }) => name)).toEqual(['ok']);
    expect(market.problems.map(({ line, message }) => [line, message])).toEqual([
      [5, 'A plugin without a name is listed. Add "name".'],
      [8, '"../../etc" leads out of this folder. Name a path inside it, without "..".'],
      [16, 'The plugin "ok" is listed twice. Remove one.'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'The plugin "ok" is not at "gone". Correct its "source".',
    ]);
  });

  it('L5: a list that is none is told, and no list is nothing', async () => {
    expect(await readMarketplace(memoryFiles({ 'a.md': '' }))).toBeUndefined();
    expect(
      await readMarketplace(memoryFiles({ '.github/plugin/marketplace.json': '{"plugins": {}}' })),
    ).toMatchObject({
      entries: [],
      problems: [{ file: '.github/plugin/marketplace.json', line: 1, message: '"plugins" must be a list.' }],
    });
  });
});
