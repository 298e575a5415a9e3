import { describe, flagField, nameField, textField, type Fields } from '../fields.ts';
import { folderOf, join, nameOf } from '../../files/names.ts';
import type { DeclaredChild } from '../loaded.ts';
import { fewAtATime, type PluginTree } from '../tree.ts';
import { readPart, shownName, type MarkdownPart } from './markdown.ts';

type SkillChild = Extract<DeclaredChild, { type: 'skill' }>;

/** The ways of invoking it that are disabled. */
export function invocation({ fields }: MarkdownPart): ReturnType<typeof invocationOf> {
  return invocationOf(fields);
}

export function invocationOf(fields: Fields): {
  disableModelInvocation?: true;
  disableUserInvocation?: true;
} {
  const forModel = flagField(fields, 'disable-model-invocation', 'disableModelInvocation') !== true;
  const forUser =
    flagField(fields, 'user-invocable', 'user-invokable', 'userInvocable') !== false &&
    flagField(fields, 'disable-user-invocation', 'disableUserInvocation') !== true;
  return {
    ...(!forModel && { disableModelInvocation: true }),
    ...(!forUser && { disableUserInvocation: true }),
  };
}

function skillOf(tree: PluginTree, part: MarkdownPart, fallback: string): SkillChild {
  const description = describe(textField(part.fields, 'description'));
  if (description === undefined) {
    tree.report(
      part.file,
      'The skill has no description. Add "description" to its front matter, to say when it helps.',
      1,
    );
  }
  const name = nameField(part.fields) ?? shownName(fallback);
  return { type: 'skill', name, uri: part.uri, file: part.file, ...description, ...invocation(part) };
}

async function skillAt(tree: PluginTree, file: string, fallback: string): Promise<readonly SkillChild[]> {
  const part = await readPart(tree, file);
  return part === undefined ? [] : [skillOf(tree, part, fallback)];
}

/** How deep skills may lie: folders may group them, and a skill may have others within it. */
const depth = 5;

/** The skills at a location: a folder of skills, the folder of one skill, or its file. */
export async function skillsIn(
  tree: PluginTree,
  place: string,
  rootName: string,
  levels = depth,
): Promise<readonly SkillChild[]> {
  const kind = await tree.kindOf(place);
  if (kind === 'file' || kind === 'unusable')
    return skillAt(tree, place, nameOf(folderOf(place)) || rootName);
  if (kind === undefined) return [];
  const entries = await tree.entries(place);
  const isSkill = entries.some(({ name, type }) => name === 'SKILL.md' && type !== 'directory');
  const own = isSkill ? await skillAt(tree, join(place, 'SKILL.md'), nameOf(place) || rootName) : [];
  if (levels <= 1) return own;
  const folders = entries.filter(({ name, type }) => type !== 'file' && !/^(?:\.|node_modules$)/.test(name));
  const found = await fewAtATime(folders, ({ name, type }) =>
    type === 'unusable'
      ? skillAt(tree, `${join(place, name)}/SKILL.md`, name)
      : skillsIn(tree, join(place, name), rootName, levels - 1),
  );
  return [...own, ...found.flat()];
}
