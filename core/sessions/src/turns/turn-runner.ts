import { chatAgent, type ChatState, type Turn } from '@loggia/protocol';
import type { OpenChat } from '../chat-log.ts';
import { TurnFailure, type Harness, type HarnessDescription, type ProtectedResource } from '../harness.ts';
import { turnsThrough } from './conversation.ts';
import { TurnEnded } from './active-turn.ts';
import { StoppedByHook } from './turn-hooks.ts';
import { RunningTurn } from './running-turn.ts';
import { mayChangeTools } from './tool-changes.ts';
import type { TurnPorts, TurnStart } from './turn-ports.ts';

/** The number of events a harness may emit before they must be durable: a flood waits for the disk. */
const eventsAhead = 256;

export interface RunnerPorts extends TurnPorts {
  harnessOf(provider: string): Harness | undefined;
  /**
   * Called before an agent runs, which waits for it; the result when its turn is over. Never rejects.
   */
  follow(open: OpenChat, turnId: string): Promise<() => void>;
  /** A turn started; `ended` follows. */
  began(open: OpenChat): void;
  /** Called once for each turn, right after it is over. */
  ended(open: OpenChat): void;
  /** An agent can't work until the user signs in to this resource. */
  signInNeeded(resource: ProtectedResource): void;
}

/** Runs at most one turn per chat. */
export class TurnRunner {
  readonly #ports: RunnerPorts;
  readonly #running = new Map<string, RunningTurn>();
  readonly #followed = new WeakMap<RunningTurn, Promise<() => void>>();
  /** Sessions whose tools may have changed since their turns were told. */
  readonly #unchecked = new Set<string>();
  /** Why turns end before they start; set once the host is shutting down. */
  #stopped: string | undefined;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    ports.log.watch(({ chat }) => this.#running.get(chat.uri)?.changed());
    ports.log.watchSessions(({ uri, state }, before) => {
      if (mayChangeTools(before, state)) this.#checkTools(uri);
    });
  }

  get running(): number {
    return this.#running.size;
  }

  /** The number of sessions with a running turn. */
  get busySessions(): number {
    return new Set([...this.#running.values()].map((turn) => turn.session)).size;
  }

  start(start: Omit<TurnStart, 'ended' | 'harness'>): void {
    const { kernel, report } = this.#ports;
    const { open } = start;
    const harness = this.#ports.harnessOf(chatAgent(open.session.state, open.chat.state));
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

  /** After the changes that are being made, which are often several. */
  #checkTools(session: string): void {
    if (this.#unchecked.has(session)) return;
    this.#unchecked.add(session);
    queueMicrotask(() => {
      this.#unchecked.delete(session);
      for (const turn of this.#running.values()) {
        if (turn.session !== session) continue;
        try {
          turn.toolChanges.check();
        } catch (error) {
          this.#ports.report(`The agent "${turn.agent}" could not take changed tools`, error);
        }
      }
    });
  }

  /** Runs after the change that ended the turn, since follow-ups are changes of their own. */
  #over(turn: RunningTurn, unpin: readonly (() => void)[]): void {
    if (this.#running.get(turn.chat) === turn) this.#running.delete(turn.chat);
    void this.#followed.get(turn)?.then((end) => end());
    queueMicrotask(() => {
      try {
        this.#clearActivity(turn);
        this.#ports.ended(turn.open);
      } catch (error) {
        this.#ports.report(`The follow-up of a turn of ${turn.chat} failed`, error);
      } finally {
        for (const release of unpin) release();
      }
    });
  }

  /** A turn that was cancelled leaves what it last showed, and the next one would begin with that. */
  #clearActivity({ open }: RunningTurn): void {
    const { activity, activeTurn } = open.chat.state;
    if (activity !== undefined && !activeTurn) this.#ports.log.append(open, { type: 'chat/activityChanged' });
  }

  fail(chat: string, errorType: string, message: string): void {
    this.#running.get(chat)?.fail(errorType, message);
  }

  abandon(chat: string): void {
    this.#running.get(chat)?.abandon();
  }

  /** Ends the turns of a removed agent in a way that another can resume. */
  agentRemoved({ provider, displayName }: Pick<HarnessDescription, 'provider' | 'displayName'>): void {
    for (const turn of this.#running.values()) {
      if (turn.agent === provider) turn.fail('agentMissing', removedAgent(displayName));
    }
  }

  /** Ends every turn in a resumable way, for an orderly shutdown. */
  stop(reason: string): void {
    this.#stopped = reason;
    for (const turn of this.#running.values()) turn.fail('hostStopped', reason);
  }

  async #run(turn: RunningTurn, harness: Harness | undefined): Promise<void> {
    const { agent: provider } = turn;
    if (!harness) return turn.fail('agentMissing', missingAgent(provider));
    try {
      const missing = await turn.missingSignIn();
      if (missing) {
        this.#ports.signInNeeded(missing);
        return turn.fail('authRequired', signInFirst(provider, missing));
      }
      await turn.prepare();
      await turn.submit();
      await turn.inherit(await this.#inheritedBy(turn.open.chat.state));
      await this.#follow(turn, harness);
      await turn.followTasks();
      await this.#pump(turn, harness);
      await turn.stopping();
      turn.complete();
    } catch (error) {
      if (error instanceof TurnEnded || !turn.active) return;
      if (error instanceof StoppedByHook) return turn.fail('stoppedByHook', error.message);
      this.#ports.report(`The agent "${provider}" failed in a turn of ${turn.chat}`, error);
      turn.fail('agentFailed', failureSentence(error));
    }
  }

  /** Not cut short by the end of the turn: what was begun has to be ended. */
  async #follow(turn: RunningTurn, { describe }: Harness): Promise<void> {
    const following = this.#ports.follow(turn.open, turn.id);
    this.#followed.set(turn, following);
    turn.looked = following;
    if (describe.actsByTools === true) return;
    await following;
    if (!turn.active) throw new TurnEnded();
  }

  /** A side chat doesn't show its origin's turns, but the agent knows them. */
  async #inheritedBy({ origin }: ChatState): Promise<Turn[]> {
    if (origin?.kind !== 'sideChat') return [];
    const source = await this.#ports.kernel.load<ChatState>(origin.chat);
    return source ? turnsThrough(source.state, origin.turnId) : [];
  }

  async #pump(turn: RunningTurn, harness: Harness): Promise<void> {
    let ahead = 0;
    turn.listen();
    for await (const event of harness.run(turn)) {
      if (!turn.active) return;
      turn.take(event);
      if (++ahead < eventsAhead) continue;
      ahead = 0;
      // Yields to the event loop at least once, even if there is nothing to store.
      await this.#ports.kernel.settled();
    }
  }
}

function missingAgent(provider: string): string {
  const name =
    provider === '' ? 'This host has no agent yet.' : `This host has no agent named "${provider}".`;
  return `${name} Choose another model below the message field, or connect one under Settings → Models; then resume this turn.`;
}

function removedAgent(name: string): string {
  return `${name} was disconnected while it answered. Choose another model below the message field, then resume this turn.`;
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

function failureSentence(error: unknown): string {
  if (error instanceof TurnFailure) return error.message;
  return `The agent stopped with an error: ${messageOf(error)} Resume to try again.`;
}
