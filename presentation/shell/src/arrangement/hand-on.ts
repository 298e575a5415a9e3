import { mostWindows, type DeskAction, type DeskWindow } from '@loggia/protocol';

/** The actions that turn one arrangement into the other: closed windows first, to make room for the others. */
export function handOnActions(from: readonly DeskWindow[], to: readonly DeskWindow[]): readonly DeskAction[] {
  const gone = from.filter(({ id }) => to.every((window) => window.id !== id));
  const changed = to
    .slice(0, mostWindows)
    .filter((window) => !from.some((known) => JSON.stringify(known) === JSON.stringify(window)));
  return [
    ...gone.map(({ id }) => ({ type: 'x-loggia/windowRemoved' as const, id })),
    ...changed.map((window) => ({ type: 'x-loggia/windowSet' as const, window })),
  ];
}
