import { describe, listField, nameField, textField } from '../fields.ts';
import type { DeclaredChild } from '../loaded.ts';
import { fewAtATime, type PluginTree } from '../tree.ts';
import { markdownIn, nameByFile, readPart, shownName, type MarkdownPart } from './markdown.ts';
import { ruleOf } from './rules.ts';

/** Where a power keeps its parts. */
export const powerPlaces: readonly string[] = ['POWER.md', 'steering'];

/**
 * A power of Kiro: its text and its steering files are read on demand, like skills. Steering that says where it applies
 * is a rule.
 */
export async function powerIn(tree: PluginTree, pluginName: string): Promise<readonly DeclaredChild[]> {
  const power = (await tree.kindOf('POWER.md')) === 'file' ? await readPart(tree, 'POWER.md') : undefined;
  const files = await markdownIn(tree, 'steering', /\.md$/i);
  const steering = await fewAtATime(files, (file) => readPart(tree, file));
  const owner = (power && nameField(power.fields)) ?? shownName(pluginName);
  return [
    ...(power ? [skillOf(power, owner, `How to use ${owner}.`)] : []),
    ...steering.flatMap((part) => (part ? [steeringOf(part, owner)] : [])),
  ];
}

function steeringOf(part: MarkdownPart, owner: string): DeclaredChild {
  const inclusion = textField(part.fields, 'inclusion');
  if (inclusion === 'always') return { ...ruleOf(part), alwaysApply: true };
  const globs = listField(part.fields, 'fileMatchPattern');
  if (inclusion === 'fileMatch' && globs && globs.length > 0) {
    return { ...ruleOf(part), alwaysApply: false, globs };
  }
  const name = nameField(part.fields) ?? nameByFile(part.file);
  const heading = /^#+\s+(.+)$/m.exec(part.body)?.[1];
  return skillOf(part, name, `Steering of ${owner}${heading === undefined ? '' : `: ${heading}`}`);
}

function skillOf({ uri, file, fields }: MarkdownPart, name: string, otherwise: string): DeclaredChild {
  return { type: 'skill', name, uri, file, ...describe(textField(fields, 'description') ?? otherwise) };
}
