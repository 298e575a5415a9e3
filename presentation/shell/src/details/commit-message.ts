import type { Difference } from '@loggia/protocol';

interface Chosen {
  readonly title: string;
  readonly difference: Difference | undefined;
}

/** A decent first line for a commit; people write a better one where it matters. */
export function suggestMessage(chosen: readonly Chosen[]): string {
  const [first, second] = chosen;
  if (!first) return '';
  const verbs = new Set(chosen.map(({ difference }) => verbFor(difference)));
  const verb = verbs.size === 1 ? ([...verbs][0] ?? 'Change') : 'Change';
  if (!second) return `${verb} ${quoted(first.title)}`;
  if (chosen.length === 2) return `${verb} ${quoted(first.title)} and ${quoted(second.title)}`;
  return `${verb} ${quoted(first.title)} and ${chosen.length - 1} more`;
}

function verbFor(difference: Difference | undefined): string {
  if (!difference) return 'Change';
  if (difference.from === 0) return 'Add';
  const isOnlyTitle =
    difference.title && difference.context.length === 0 && difference.content.kind === 'same';
  return isOnlyTitle ? 'Rename' : 'Change';
}

function quoted(title: string): string {
  return `“${title.length > 80 ? `${title.slice(0, 79)}…` : title}”`;
}
