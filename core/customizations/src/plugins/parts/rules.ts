import { describe, flagField, listField, nameField, textField } from '../fields.ts';
import type { DeclaredChild } from '../loaded.ts';
import { fewAtATime, type PluginTree } from '../tree.ts';
import { markdownIn, nameByFile, readPart, type MarkdownPart } from './markdown.ts';

export type RuleChild = Extract<DeclaredChild, { type: 'rule' }>;

const everything = new Set(['**', '**/*', '*']);

export function ruleOf(part: MarkdownPart): RuleChild {
  const globs = listField(part.fields, 'globs', 'applyTo', 'paths');
  const always =
    flagField(part.fields, 'alwaysApply') ?? (globs?.some((glob) => everything.has(glob)) ? true : undefined);
  return {
    type: 'rule',
    name: nameField(part.fields) ?? nameByFile(part.file),
    uri: part.uri,
    file: part.file,
    ...describe(textField(part.fields, 'description')),
    ...(always !== undefined && { alwaysApply: always }),
    ...(globs !== undefined && globs.length > 0 && { globs }),
  };
}

export async function rulesIn(
  tree: PluginTree,
  place: string,
  wanted = /\.mdc?$/i,
): Promise<readonly RuleChild[]> {
  const files = await markdownIn(tree, place, wanted);
  const parts = await fewAtATime(files, (file) => readPart(tree, file));
  return parts.filter((part) => part !== undefined).map(ruleOf);
}
