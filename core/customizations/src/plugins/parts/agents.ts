import { describe, flagField, listField, nameField, textField } from '../fields.ts';
import type { DeclaredChild } from '../loaded.ts';
import { fewAtATime, type PluginTree } from '../tree.ts';
import { markdownIn, nameByFile, readPart, type MarkdownPart } from './markdown.ts';
import { invocation } from './skills.ts';

type AgentChild = Extract<DeclaredChild, { type: 'agent' }>;

function agentOf(part: MarkdownPart): AgentChild {
  const model = listField(part.fields, 'model')?.[0];
  const tools = listField(part.fields, 'tools');
  return {
    type: 'agent',
    name: nameField(part.fields) ?? nameByFile(part.file),
    uri: part.uri,
    file: part.file,
    ...describe(textField(part.fields, 'description')),
    ...(model !== undefined && model !== 'inherit' && { model }),
    ...(tools !== undefined && !tools.includes('*') && { tools }),
    ...invocation(part),
    ...(flagField(part.fields, 'infer') === false && { disableModelInvocation: true }),
  };
}

export async function agentsIn(tree: PluginTree, place: string): Promise<readonly AgentChild[]> {
  const files = await markdownIn(tree, place, /\.md$/i, 2);
  const parts = await fewAtATime(files, (file) => readPart(tree, file));
  return parts.filter((part) => part !== undefined).map(agentOf);
}
