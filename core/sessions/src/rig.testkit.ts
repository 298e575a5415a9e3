import type { ChatState } from '@loggia/protocol';
import { SessionRig } from '@loggia/testing';
import { afterEach } from 'vitest';

const open: SessionRig[] = [];

/** A host for one test; gone with it. */
export async function rig(options: Parameters<typeof SessionRig.open>[0] = {}): Promise<SessionRig> {
  const made = await SessionRig.open(options);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close().catch(() => {})));
});

/** What the agent said in a turn, the last one unless told otherwise. */
export function replyOf(state: ChatState, turn = -1): string {
  const parts = state.turns.at(turn)?.responseParts ?? [];
  return parts
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('')
    .trim();
}
