import { join, nameOf, plainLine, uriBelow } from '../../files/names.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { Fields } from '../fields.ts';
import type { PluginTree } from '../tree.ts';

export interface MarkdownPart {
  readonly file: string;
  readonly uri: string;
  readonly fields: Fields;
  readonly body: string;
}

/** Undefined if there is no such file, or it can't be read. Problems with its fields are reported. */
export async function readPart(tree: PluginTree, file: string): Promise<MarkdownPart | undefined> {
  const text = await tree.read(file);
  if (text === undefined) return undefined;
  const { fields, body, faults } = readFrontMatter(text, tree.yaml);
  for (const { line, message } of faults) tree.report(file, message, line);
  return { file, uri: uriBelow(tree.files.uri, file), fields, body };
}

const depth = 3;

function isDocumentation(name: string): boolean {
  return /^(?:readme|changelog|license|contributing)(?:\.|$)/i.test(name);
}

/** The files in a folder and its subfolders that `wanted` accepts; the location may also be a single file. */
export async function markdownIn(
  tree: PluginTree,
  place: string,
  wanted: RegExp,
  levels = depth,
): Promise<readonly string[]> {
  const kind = await tree.kindOf(place);
  if (kind === 'file' || kind === 'unusable') return [place];
  if (kind === undefined) return [];
  const found: string[] = [];
  for (const { name, type } of await tree.entries(place)) {
    const file = join(place, name);
    if (type === 'directory' && levels > 1 && !/^(?:\.|_|node_modules$)/.test(name)) {
      found.push(...(await markdownIn(tree, file, wanted, levels - 1)));
    } else if (type !== 'directory' && wanted.test(name) && !isDocumentation(name)) found.push(file);
  }
  return found;
}

/** The name of a part that declares none: its file name without the suffix of its kind. */
export function nameByFile(file: string): string {
  const name = nameOf(file);
  const bare = name.replace(/(?:\.(?:agent|prompt|instructions|chatmode|command))?\.mdc?$/i, '');
  return shownName(bare === '' ? name : bare);
}

/** A file or folder name for display. */
export function shownName(name: string): string {
  return plainLine(name, 200) || 'unnamed';
}
