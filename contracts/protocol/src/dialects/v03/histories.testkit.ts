import { chatAction, type Choice } from './chat-choices.testkit.ts';
import type { CanonicalAction } from './egress/project-action.ts';
import { sessionAction } from './session-choices.testkit.ts';
import { chatUris, pick, sessionUri, type World } from './world.testkit.ts';

/** Five numbers that determine one event in a world. */
export type Step = readonly [where: number, kind: number, choice: Choice];

export const stepBounds = { where: 9, kind: 9999, choice: 11 } as const;

export function entryFor(world: World, [where, kind, choice]: Step): CanonicalAction {
  if (where < 3) return { channel: sessionUri, action: sessionAction(world, kind, choice) };
  const elsewhere = where === 3 && kind % 4 === 0;
  const channel = elsewhere ? pick(chatUris, choice[0]) : world.current.resource;
  return { channel, action: chatAction(world, kind, choice) };
}

/** Counts events, to prove that a property was really tested. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, this.of(what) + 1);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  get names(): string[] {
    return [...this.#counts.keys()].toSorted();
  }
}
