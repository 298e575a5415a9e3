import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlain } from '../files/names.ts';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import { loadPlugin } from './load-plugin.ts';
import { readMarketplace } from './marketplace.ts';
import { environmentWith } from './servers/servers.testkit.ts';

const places = [
  'plugin.json',
  '.plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
  'mcp.json',
  '.mcp.json',
  '.loggia/host.json',
  '.vscode/mcp.json',
  'hooks/hooks.json',
  'skills/a/SKILL.md',
  'agents/a.md',
  'commands/a.md',
  'rules/a.mdc',
  'AGENTS.md',
  'agents/.md',
  'agents/\u202e.agent.md',
  'commands/\u200b/x.md',
  'skills/\u200b/SKILL.md',
];

const names = [
  'name',
  '$schema',
  'mcpServers',
  'servers',
  'plugins',
  'hooks',
  'skills',
  'agents',
  'command',
  'args',
  'env',
  'url',
  'headers',
  'type',
  'source',
  'paths',
  '__proto__',
];
const texts = [
  './a',
  '../a',
  '/etc/passwd',
  'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
  'https://a.example/mcp',
  '${TOKEN}',
  '${input:x}',
  'stdio',
  'sse',
  'a\u0000b',
  '',
];

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...texts),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, true, 5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), { maxKeys: 5 }),
  ),
}));
const json = value.map((written) => JSON.stringify(written));
const line = fc.tuple(
  fc.constantFrom('name', 'description', 'tools', 'model', 'globs', '- x', '  y'),
  fc.oneof(fc.string(), json),
);
const markdown = fc
  .array(line)
  .map((lines) => `---\n${lines.map(([name, text]) => `${name}: ${text}`).join('\n')}\n---\n`);
const content = fc.oneof(json, markdown, fc.string({ unit: 'binary' }));
const folder = fc.dictionary(fc.constantFrom(...places), content);

const environment = environmentWith({ TOKEN: 'hidden-value' });

describe('garbage', () => {
  it('L5: whatever is in the files, they load, and every problem is a sentence about a part', async () => {
    await fc.assert(
      fc.asyncProperty(folder, async (contents) => {
        const files = memoryFiles(contents);
        const plugin = await loadPlugin(files, environment);
        const workspace = await readWorkspace(files, environment);
        const market = await readMarketplace(files);
        const directories = workspace.directories;
        for (const { name } of [
          plugin,
          ...plugin.children,
          ...plugin.servers,
          ...directories.flatMap((each) => each.children),
        ]) {
          expect(name).not.toBe('');
          expect(isPlain(name)).toBe(true);
        }
        const problems = [plugin, workspace, ...directories, ...(market ? [market] : [])].flatMap(
          (each) => each.problems,
        );
        for (const { message, line: at = 1 } of problems) {
          expect(message).toMatch(/[.]$/);
          expect(message).not.toContain('hidden-value');
          expect(at).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
