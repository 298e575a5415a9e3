import { describe, expect, it } from 'vitest';
import { isChangeTold, isFolderWatched, pathsWith } from './watched-paths.ts';

const paths = pathsWith(['extra/people']);

describe('what is watched', () => {
  it.each([
    '',
    'skills',
    'skills/pdf',
    'skills/group/inner/one',
    '.claude-plugin',
    '.github',
    '.github/plugin',
    '.claude',
    '.claude/skills/x',
    'commands/a/b',
    'extra',
    'extra/people',
    '.vscode',
  ])('D4: entries of %j can matter', (folder) => expect(isFolderWatched(paths, folder)).toBe(true));

  it.each([
    'src',
    'node_modules',
    'skills/pdf/scripts',
    'skills/pdf/node_modules/a',
    '.git',
    '.claude/projects',
    '.github/workflows',
    'extra/other',
  ])('D4: entries of %j cannot', (folder) => expect(isFolderWatched(paths, folder)).toBe(false));

  it.each([
    'plugin.json',
    '.mcp.json',
    'skills',
    'skills/new',
    'skills/pdf/SKILL.md',
    'skills/group/inner',
    'skills/group/inner/one/SKILL.md',
    '.vscode',
    '.vscode/mcp.json',
    'agents/a.md',
    'AGENTS.md',
    'extra',
    'extra/people/a.md',
    '.claude',
  ])('D4: a change of %j is told', (file) => expect(isChangeTold(paths, file)).toBe(true));

  it.each([
    'package.json',
    'src',
    'README.md',
    'skills/pdf/run.py',
    'skills/pdf/scripts/x.md',
    'skills/group/inner/notes.md',
    '.vscode/settings.json',
    'agents/a.md.swp',
    '.github/workflows',
  ])('D4: a change of %j is not', (file) => expect(isChangeTold(paths, file)).toBe(false));
});
