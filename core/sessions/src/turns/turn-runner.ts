import type { Kernel } from '@loggia/kernel';
import type { ChatState } from '@loggia/protocol';
import type { OpenChat } from '../chat-log.ts';
import type { Harness, PastTurn, ProtectedResource } from '../harness.ts';
import { pastTurnsThrough } from './conversation.ts';
import { TurnEnded } from './active-turn.ts';
import { RunningTurn, type TurnPorts, type TurnStart } from './running-turn.ts';

/** How many events a harness may emit before what it said must be durable: a flood waits for the disk. */
const eventsAhead = 256;

export interface RunnerPorts extends TurnPorts {
  readonly kernel: Kernel;
  harnessOf(provider: string): Harness | undefined;
  /** A turn begins; `ended` follows. */
  began(open: OpenChat): void;
  /** Told once for each turn, right after it is over. */
  ended(open: OpenChat): void;
  /** An agent cannot work before the user has signed in to this. */
  signInNeeded(resource: ProtectedResource): void;
}

/** Runs at most one turn in each chat. */
export class TurnRunner {
  readonly #ports: RunnerPorts;
  readonly #running = new Map<string, RunningTurn>();
  /** Why turns end before they have begun, once the host goes down. */
  #stopped: string | undefined;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    ports.log.watch(({ chat }) => this.#running.get(chat.uri)?.changed());
  }

  /** How many sessions have a turn under way. */
  get busySessions(): number {
    return new Set([...this.#running.values()].map((turn) => turn.session)).size;
  }

  start(start: Omit<TurnStart, 'ended' | 'harness'>): void {
    const { kernel, report } = this.#ports;
    const { open } = start;
    const harness = this.#ports.harnessOf(open.session.state.provider);
    const unpin = [kernel.pin(open.session), kernel.pin(open.chat)];
    const turn = new RunningTurn(this.#ports, { ...start, harness, ended: () => this.#over(turn, unpin) });
    this.#running.set(open.chat.uri, turn);
    this.#ports.began(open);
    if (this.#stopped !== undefined) return turn.fail('hostStopped', this.#stopped);
    this.#run(turn, harness).catch((error: unknown) =>
      report(`A turn of ${turn.chat} could not be ended`, error),
    );
    return undefined;
  }

  /** Not within the change that ended it: what follows is a change of its own. */
  #over(turn: RunningTurn, unpin: readonly (() => void)[]): void {
    if (this.#running.get(turn.chat) === turn) this.#running.delete(turn.chat);
    queueMicrotask(() => {
      try {
        this.#ports.ended(turn.open);
      } catch (error) {
        this.#ports.report(`What follows a turn of ${turn.chat} failed`, error);
      } finally {
        for (const release of unpin) release();
      }
    });
  }

  abandon(chat: string): void {
    this.#running.get(chat)?.abandon();
  }

  /** Ends every turn as one that can be resumed, for a host that goes down in an orderly way. */
  stop(reason: string): void {
    this.#stopped = reason;
    for (const turn of this.#running.values()) turn.fail('hostStopped', reason);
  }

  async #run(turn: RunningTurn, harness: Harness | undefined): Promise<void> {
    const { provider } = turn.open.session.state;
    if (!harness) return turn.fail('agentMissing', missingAgent(provider));
    try {
      const missing = await turn.missingSignIn();
      if (missing) {
        this.#ports.signInNeeded(missing);
        return turn.fail('authRequired', signInFirst(provider, missing));
      }
      await turn.prepare();
      turn.inherit(await this.#inheritedBy(turn.open.chat.state));
      await this.#pump(turn, harness);
      turn.complete();
    } catch (error) {
      if (error instanceof TurnEnded || !turn.active) return;
      this.#ports.report(`The agent "${provider}" failed in a turn of ${turn.chat}`, error);
      turn.fail('agentFailed', `The agent stopped with an error: ${messageOf(error)} Resume to try again.`);
    }
  }

  /** A side chat shows nothing of where it came from, and knows all of it. */
  async #inheritedBy({ origin }: ChatState): Promise<readonly PastTurn[]> {
    if (origin?.kind !== 'sideChat') return [];
    const source = await this.#ports.kernel.load<ChatState>(origin.chat);
    return source ? pastTurnsThrough(source.state, origin.turnId, this.#ports.modelInput) : [];
  }

  async #pump(turn: RunningTurn, harness: Harness): Promise<void> {
    let ahead = 0;
    turn.listen();
    for await (const event of harness.run(turn)) {
      if (!turn.active) return;
      turn.take(event);
      if (++ahead < eventsAhead) continue;
      ahead = 0;
      // A turn of the event loop at least, even if there is nothing to store.
      await this.#ports.kernel.settled();
    }
  }
}

function missingAgent(provider: string): string {
  const name =
    provider === '' ? 'This host has no agent yet.' : `This host has no agent named "${provider}".`;
  return `${name} Add one to the host's configuration, restart it, then resume this turn.`;
}

function signInFirst(
  provider: string,
  { resource, resource_name: name = resource }: ProtectedResource,
): string {
  return `The agent "${provider}" needs a sign-in to ${name}. Sign in, then resume this turn.`;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
