import { parseJsonObject, TextFault, type JsonNode } from '../../files/json-text.ts';
import { plainLine, uriBelow } from '../../files/names.ts';
import type { DeclaredChild } from '../loaded.ts';
import type { PluginTree } from '../tree.ts';
import { shownName } from './markdown.ts';

type HookChild = Extract<DeclaredChild, { type: 'hook' }>;

const mostEvents = 100;

/** One for each event that the file names: that is what a user turns on and off. */
export function hooksOf(tree: PluginTree, file: string, written: JsonNode): readonly HookChild[] {
  const events = written.member('hooks')?.value ?? written;
  if (events.type !== 'object') {
    tree.report(file, 'Write the hooks as an object: a list for each event.', events.line);
    return [];
  }
  const uri = uriBelow(tree.files.uri, file);
  const members = events.members();
  if (members.length > mostEvents) {
    tree.report(file, `It has more than ${mostEvents} events; the rest is left out.`, events.line);
  }
  return members.slice(0, mostEvents).flatMap(({ name, value, range, line }): HookChild[] => {
    if (value.type === 'array') return [{ type: 'hook', name: shownName(name), uri, file, range }];
    if (events !== written) tree.report(file, `The hooks of "${plainLine(name, 50)}" must be a list.`, line);
    return [];
  });
}

export async function hooksIn(tree: PluginTree, file: string): Promise<readonly HookChild[]> {
  const text = await tree.read(file);
  if (text === undefined) return [];
  try {
    return hooksOf(tree, file, parseJsonObject(text));
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    tree.report(file, error.message, error.line);
    return [];
  }
}
