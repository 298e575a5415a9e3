import { uriBelow } from '../files/names.ts';
import type { DeclaredChild, PartProblem, PluginFiles } from '../plugins/loaded.ts';
import { withoutDoubles } from '../plugins/doubles.ts';
import { agentsIn } from '../plugins/parts/agents.ts';
import { readPart } from '../plugins/parts/markdown.ts';
import { promptsIn } from '../plugins/parts/prompts.ts';
import { ruleOf, rulesIn } from '../plugins/parts/rules.ts';
import { skillsIn } from '../plugins/parts/skills.ts';
import { PluginTree } from '../plugins/tree.ts';
import type { DirectoryContents, FolderLayout } from './layouts.ts';

/** A folder of the workspace that holds customizations of one kind. */
export interface WorkspaceDirectory {
  readonly uri: string;
  readonly name: string;
  readonly contents: DeclaredChild['type'];
  readonly children: readonly DeclaredChild[];
  readonly problems: readonly PartProblem[];
}

const readers: Readonly<
  Record<DirectoryContents, (tree: PluginTree, folder: string) => Promise<readonly DeclaredChild[]>>
> = {
  skill: (tree, folder) => skillsIn(tree, folder, folder),
  agent: agentsIn,
  prompt: promptsIn,
  rule: (tree, folder) =>
    rulesIn(tree, folder, folder.startsWith('.github/') ? /\.instructions\.md$/i : /\.mdc?$/i),
};

/** Instructions at the paths that agents know by name; they apply to everything. */
async function instructions(tree: PluginTree, files: readonly string[]): Promise<readonly DeclaredChild[]> {
  const children: DeclaredChild[] = [];
  for (const file of files) {
    if ((await tree.kindOf(file)) !== 'file') continue;
    const part = await readPart(tree, file);
    if (part !== undefined && part.body.trim() !== '') children.push({ ...ruleOf(part), alwaysApply: true });
  }
  return children;
}

/** The folders of customizations in a workspace. Problems in one don't affect the others. */
export async function directoriesIn(
  files: PluginFiles,
  layout: FolderLayout,
): Promise<readonly WorkspaceDirectory[]> {
  const found: WorkspaceDirectory[] = [];
  const look = new PluginTree(files);
  for (const { folder, contents } of layout.directories) {
    if ((await look.kindOf(folder)) === undefined) continue;
    const tree = new PluginTree(files);
    const children = withoutDoubles(tree, await readers[contents](tree, folder));
    if (children.length === 0 && tree.problems.length === 0) continue;
    found.push({
      uri: uriBelow(files.uri, folder),
      name: folder,
      contents,
      children,
      problems: tree.problems,
    });
  }
  const tree = new PluginTree(files);
  const children = await instructions(tree, layout.instructions);
  if (children.length > 0 || tree.problems.length > 0) {
    const name = 'Instructions';
    found.push({ uri: files.uri, name, contents: 'rule', children, problems: tree.problems });
  }
  return found;
}
