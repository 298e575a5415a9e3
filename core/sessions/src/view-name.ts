import type { SpeakingView } from './harness.ts';

/**
 * A View as an agent is told of it. Titles come from servers: one short line, so that they can't pretend to be more than
 * a name.
 */
export function viewName({ title, server }: SpeakingView): string {
  const name = title === undefined ? 'an app’s View' : `the View “${short(title)}”`;
  return server === undefined ? name : `${name} of the server “${short(server)}”`;
}

function short(name: string): string {
  return name
    .replaceAll(/[\s\p{C}“”[\]]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
