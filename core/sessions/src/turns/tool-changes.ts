import type { SessionState } from '@loggia/protocol';

/** The parts of a session that its tools follow from. */
const sources = [
  'serverTools',
  'activeClients',
  'customizations',
  'workingDirectories',
  'config',
  'project',
] as const satisfies readonly (keyof SessionState)[];

export function mayChangeTools(before: SessionState, after: SessionState): boolean {
  return sources.some((key) => before[key] !== after[key]);
}

/** Tells the agent of one turn when its tools differ from those that it listed last. */
export class ToolChanges {
  readonly #haveChanged: () => boolean;
  readonly #listeners: (() => void)[] = [];

  constructor(haveChanged: () => boolean) {
    this.#haveChanged = haveChanged;
  }

  onChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Call this when the tools may have changed. Throws what a listener throws. */
  check(): void {
    if (this.#listeners.length === 0 || !this.#haveChanged()) return;
    for (const listener of this.#listeners) listener();
  }
}
