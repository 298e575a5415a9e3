import type { WaitsFor } from '@loggia/sessions/equipment';
import type { SessionPlan } from './session-plan.ts';

interface Followed {
  readonly plan: Pick<SessionPlan, 'places' | 'whenRead'>;
  readonly signal: AbortSignal;
  /** Whether the plan is still the session's. */
  isOpen(): boolean;
  /** Calls back whenever a server of the session changed, until the returned function is called. */
  onChanged(then: () => void): () => void;
}

/** Tells the names of the servers that are being installed or started, whenever they change, until there are none. */
export async function untilStarted(followed: Followed, starting: WaitsFor): Promise<void> {
  const { plan, signal } = followed;
  await plan.whenRead();
  while (!signal.aborted && followed.isOpen()) {
    const changed = nextChange(followed);
    const names = namesIn(plan);
    starting(names);
    if (names.length === 0) return;
    await changed;
  }
}

function nextChange({ signal, onChanged }: Followed): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stop = onChanged(done);
    signal.addEventListener('abort', done, { once: true });
  });
}

function namesIn({ places }: Followed['plan']): readonly string[] {
  return places.flatMap(({ server, slot: { connection } }) => {
    if (connection?.state.kind !== 'starting') return [];
    const { installing } = connection;
    return [installing === undefined ? server.name : `${server.name} (being installed with ${installing})`];
  });
}
