import type { WorkspaceContents, ListedArtifact, HarnessTool } from '@loggia/sessions/harness';
import { usesFor, type Use } from '../language/lexicon.ts';
import { bareName } from '../language/tool-names.ts';
import { contentStemsOf, stemOf, stemsOf } from '../language/words.ts';
import { parametersOf, type Parameter } from '../schema/parameters.ts';
import { folded } from '../language/spelling.ts';

/** The parameter by which a tool is told which artifact it works on. */
export function artifactParameter({ inputSchema }: HarnessTool): Parameter | undefined {
  return parametersOf(inputSchema).find(
    ({ kind, words }) =>
      kind === 'text' && words[0] === 'artifact' && (words.length === 1 || words[1] === 'id'),
  );
}

/** The tools of whoever answers for the type of an artifact. */
export function toolsFor(
  { types }: Pick<WorkspaceContents, 'types'>,
  { type }: ListedArtifact,
  tools: readonly HarnessTool[],
): readonly HarnessTool[] {
  const servers = types.find(({ id }) => id === type)?.servers ?? [];
  return tools.filter((tool) => isOwnedBy(tool, servers) && artifactParameter(tool) !== undefined);
}

export function isOwnedBy({ server }: HarnessTool, servers: readonly string[]): boolean {
  return server !== undefined && servers.includes(server);
}

/** Uses of words whose English name tools use, too. */
const shared: readonly Use[] = [
  'card',
  'row',
  'column',
  'add',
  'move',
  'change',
  'list',
  'delete',
  'count',
  'chart',
  'sort',
  'filter',
  'describe',
  'find',
];

/** The stems by which a tool may call what this word means. */
export function toolStemsFor(word: string): readonly string[] {
  const uses = usesFor(folded(word));
  return [stemOf(folded(word)), ...shared.filter((use) => uses.has(use))];
}

/** The stems of a tool's own name and title. */
export function ownStems({ name, title = '' }: HarnessTool): ReadonlySet<string> {
  return new Set([...stemsOf(bareName(name)), ...stemsOf(title.slice(0, 200))]);
}

export function describedStems({ description = '' }: HarnessTool): ReadonlySet<string> {
  return new Set(contentStemsOf(description.slice(0, 600)));
}

export function withoutParameter(tool: HarnessTool, name: string): HarnessTool {
  const { properties, required, ...schema } = (tool.inputSchema ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  const { [name]: _, ...left } = properties ?? {};
  return {
    ...tool,
    inputSchema: { ...schema, properties: left, required: (required ?? []).filter((one) => one !== name) },
  };
}
