import type { ArtifactSummary } from '@loggia/protocol';
import type { Artifacts, Caller } from '../artifacts.ts';
import { moveArtifacts, remove } from '../disposal.ts';
import type { Ledger } from '../ledger.ts';
import type { ArtifactPorts } from '../ports.ts';

/** Longer than anybody leaves a page with something new in it and comes back to write. */
const leftOverMs = 24 * 60 * 60_000;
/** Others get their turn in between. */
const atOnce = 100;

type Operations = Pick<Artifacts, 'discardUntouched' | 'discardLeftOver'>;

/** Moves drafts to the trash that nobody has used, from where they can be brought back like anything else. */
export function untouchedOperations(ports: ArtifactPorts, ledger: Ledger): Operations {
  const { store, untouched, clock } = ports;

  async function discard(
    given: readonly string[],
    caller: Caller | 'host',
  ): Promise<readonly ArtifactSummary[]> {
    const ids = [...new Set(given)].filter((id) => untouched.isMarked(id));
    if (ids.length === 0) return [];
    const read = async () => (await store.listed(ids)).filter((row) => untouched.has(row));
    const discarded = await moveArtifacts(ledger, ids, { caller, how: remove, read });
    // Those that stay have been changed, and will not become untouched again.
    for (const id of ids) untouched.used(id);
    return discarded;
  }

  return {
    discardUntouched: discard,

    async discardLeftOver(isShown) {
      const due = untouched.before(clock.now() - leftOverMs).filter((id) => !isShown(id));
      let count = 0;
      for (let at = 0; at < due.length; at += atOnce)
        count += (await discard(due.slice(at, at + atOnce), 'host')).length;
      return { discarded: count };
    },
  };
}
