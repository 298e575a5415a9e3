import type { WorkspaceContents, ListedArtifact, HarnessTool } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { toSay } from '../speech/links.ts';
import { nounOf } from './frames-make.ts';
import type { Situation } from './heard.ts';
import { artifactParameter, ownStems, toolsFor } from './owner-tools.ts';
import { queryShapeOf } from './query-shape.ts';

/** Things that can be said next and will be understood, made from what is on the desk. */
export function suggestionsFor(
  { desk, tools, phrases }: Pick<Situation, 'desk' | 'tools' | 'phrases'>,
  about?: ListedArtifact,
): readonly string[] {
  if (desk.tools === '') return [];
  const active = desk.artifacts.filter(({ state }) => state !== 'archived');
  const subjects = about ? [about] : active;
  const first = subjects[0];
  const counted = subjects.find((one) =>
    toolsFor(desk, one, tools).some((tool) => queryShapeOf(tool) !== undefined),
  );
  const added = subjects.flatMap((one) => addingTo(desk, one, tools, phrases)).at(0);
  const type =
    desk.types.find(({ creatable, servers }) => creatable && servers.length > 0) ??
    desk.types.find(({ creatable }) => creatable);
  const said = [
    about ? undefined : phrases.sayWhatIsHere,
    first && phrases.sayOpen(first.title),
    counted && phrases.sayCountRows(counted.title),
    added,
    about && about.version > 0 ? phrases.sayChangedIn(about.title) : undefined,
    about ? undefined : phrases.sayWhatChanged,
    about || !type ? undefined : phrases.sayMake(nounOf(type).toLowerCase(), phrases.ideas),
    about ? phrases.sayWhatIsHere : undefined,
  ];
  return said.filter((text) => text !== undefined);
}

/** `Add a card “…” to Groceries`, in the words of the tool. */
function addingTo(
  desk: WorkspaceContents,
  artifact: ListedArtifact,
  tools: readonly HarnessTool[],
  phrases: Phrases,
): readonly string[] {
  return toolsFor(desk, artifact, tools).flatMap((tool) => {
    const { title = '', inputSchema } = tool;
    const required = (inputSchema?.['required'] ?? []) as readonly unknown[];
    const isSimple = required.length === 2 && artifactParameter(tool) !== undefined;
    if (tool.readOnly === true || !isSimple || !ownStems(tool).has('add') || !/^add\b/iu.test(title))
      return [];
    const thing = /(\p{L}+)$/u.exec(title.toLowerCase())?.[1] ?? '';
    return [phrases.sayAdd(title, thing, artifact.title)];
  });
}

export function suggested(said: readonly string[]): string {
  return said.map((text) => `- ${toSay(text)}`).join('\n');
}
