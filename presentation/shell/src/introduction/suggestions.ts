import type { WorkspaceState } from '@loggia/protocol';

/** Sentences for an empty conversation that make sense to any agent, in any workspace. */
const general = ['What is on the desk?', 'What can you do?'];

/** More would be a list to read instead of something to click. */
const mostOfTypes = 1;

/** Messages to suggest, word for word: those of the newest artifacts' types come first. */
export function suggestionsFor(
  state: Pick<WorkspaceState, 'artifacts' | 'types'> | undefined,
): readonly string[] {
  const sayings = new Map(state?.types.map(({ mime, introduction }) => [mime, introduction?.say]));
  const own = (state?.artifacts ?? []).flatMap(({ type, title }) => {
    const say = sayings.get(type);
    return say === undefined ? [] : [say.replaceAll('{title}', title)];
  });
  return [...own.slice(0, mostOfTypes), ...general];
}
