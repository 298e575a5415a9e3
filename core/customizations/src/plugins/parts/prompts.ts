import { describe, nameField, textField } from '../fields.ts';
import { folderOf } from '../../files/names.ts';
import type { DeclaredChild } from '../loaded.ts';
import { fewAtATime, type PluginTree } from '../tree.ts';
import { markdownIn, nameByFile, readPart, shownName, type MarkdownPart } from './markdown.ts';

type PromptChild = Extract<DeclaredChild, { type: 'prompt' }>;

/** A command in a subfolder is called by both names. */
function callName(place: string, file: string): string {
  const folder = folderOf(file);
  const within = folder.startsWith(`${place}/`) ? folder.slice(place.length + 1).split('/') : [];
  return [...within.map(shownName), nameByFile(file)].join(':');
}

function promptOf(place: string, part: MarkdownPart): PromptChild {
  return {
    type: 'prompt',
    name: nameField(part.fields) ?? callName(place, part.file),
    uri: part.uri,
    file: part.file,
    ...describe(textField(part.fields, 'description')),
  };
}

export async function promptsIn(tree: PluginTree, place: string): Promise<readonly PromptChild[]> {
  const files = await markdownIn(tree, place, /\.md$/i);
  const parts = await fewAtATime(files, (file) => readPart(tree, file));
  return parts.filter((part) => part !== undefined).map((part) => promptOf(place, part));
}
