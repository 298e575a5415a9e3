import type { ViewContext } from '@loggia/protocol';
import { printableLine } from '../output/printable.ts';

const longestName = 80;

/** A View's name and its server's, on one line and ready to print. */
export function viewName({ title, server }: ViewContext): string {
  const name = `View “${short(title)}”`;
  return server === undefined ? name : `${name} of ${short(server)}`;
}

/** The Views whose context goes with the next message; undefined if there are none. */
export function contextSources(contexts: readonly ViewContext[]): string | undefined {
  return contexts.length === 0 ? undefined : contexts.map(viewName).join(', ');
}

/** The text of a context, or the labels of its parts that aren't text. */
export function contextLines({ attachments }: ViewContext): readonly string[] {
  return attachments.flatMap((attachment) =>
    attachment.type === 'simple' && attachment.modelRepresentation !== undefined
      ? attachment.modelRepresentation.split('\n')
      : [`[${attachment.label}]`],
  );
}

function short(name: string): string {
  const line = printableLine(name.replace(/\s+/g, ' ').trim());
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}
