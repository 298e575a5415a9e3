import { CommandFailed, wrongUsage } from '../failure.ts';
import type { World } from '../world.ts';

/** Throws before anything is done if nobody could be asked later. */
export function assertAskable(world: World, yes: boolean, what: string): void {
  if (!yes && world.ask === undefined)
    throw wrongUsage(`There is no terminal to confirm on. Add --yes to ${what}.`);
}

/** Goes on after a yes, and throws with `otherwise` after everything else. */
export async function confirmed(
  world: World,
  yes: boolean,
  question: string,
  otherwise: string,
): Promise<void> {
  if (yes) return;
  const answer = await world.ask?.(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CommandFailed('failed', otherwise);
}
