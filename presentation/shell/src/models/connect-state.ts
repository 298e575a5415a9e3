import { Cell, type Readable } from '@loggia/client';
import type { ModelProviderReport } from '@loggia/protocol';

/** The provider that is edited; none where a new one is connected. */
interface Asked {
  readonly edited?: ModelProviderReport;
}

const asked = new Cell<Asked | undefined>(undefined);

/** Whether somebody is connecting a model, or changing a connection. */
export const connecting: Readable<Asked | undefined> = asked;

export function askToConnect(edited?: ModelProviderReport): void {
  asked.set(edited === undefined ? {} : { edited });
}

let inNeed: ((provider: string) => void) | undefined;

/** A conversation without a model leads somebody to the settings: the next model that is connected answers in it. */
export function awaitModel(switchTo: (provider: string) => void): void {
  inNeed = switchTo;
}

/** Tells the conversation that wanted a model, if there is one, and forgets it. */
export function offerConnected(provider: string): 'taken' | 'not wanted' {
  const switchTo = inNeed;
  inNeed = undefined;
  switchTo?.(provider);
  return switchTo ? 'taken' : 'not wanted';
}

export function stopConnecting(): void {
  asked.set(undefined);
}
