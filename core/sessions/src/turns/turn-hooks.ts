import type { Equipment, HookMoment, HookRequest, HookVerdict, Rule } from '../equipment.ts';
import type { ToolOutcome } from '../harness.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { ActivityFeed } from './activity-feed.ts';
import { continuationsOf, continuing, mostContinuations } from './continuation.ts';
import { textOf } from './conversation.ts';

/** A hook ended the turn. The message is a sentence for the user. */
export class StoppedByHook extends Error {
  constructor(reason: string) {
    super(`A hook stopped this turn: ${reason}`);
    this.name = 'StoppedByHook';
  }
}

export interface TurnHookPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Pick<Equipment, 'hooks'>;
  readonly activity: ActivityFeed;
  readonly startedBy: string | undefined;
  newId(): string;
  /** Tells the user. */
  notice(text: string): void;
  report(problem: string, error: unknown): void;
}

const silent: HookVerdict = { context: [], notices: [] };

/** Runs the hooks of plugins at the moments of one turn. Whatever goes wrong with them, the turn goes on. */
export class TurnHooks {
  readonly #ports: TurnHookPorts;

  constructor(ports: TurnHookPorts) {
    this.#ports = ports;
  }

  /** Rejects with StoppedByHook if a hook wants the turn to end, and with TurnEnded if the turn ends first. */
  async at(moment: HookMoment): Promise<HookVerdict> {
    const { turn, activity, newId, notice } = this.#ports;
    const id = newId();
    try {
      const progress = (text: string): void => activity.report(id, text);
      const verdict = await turn.within(this.#verdictAt(moment, progress));
      for (const text of verdict.notices) notice(text);
      if (verdict.stop !== undefined) throw new StoppedByHook(verdict.stop);
      return verdict;
    } finally {
      activity.ended(id);
    }
  }

  /** The texts that hooks add to the message. Rejects with StoppedByHook if the agent isn't to hear it. */
  async submitting(): Promise<readonly Rule[]> {
    const { activeTurn, turns } = this.#ports.turn.state;
    const source = turns.length === 0 ? 'startup' : 'resume';
    const session = await this.at({ event: 'SessionStart', source });
    const message = await this.at({ event: 'UserPromptSubmit', prompt: activeTurn?.message.text ?? '' });
    if (message.block !== undefined) throw new StoppedByHook(message.block);
    return [...session.context, ...message.context];
  }

  /** A hook that objects to the end of the turn queues a message that keeps the agent going, but not forever. */
  async stopping(): Promise<void> {
    const { turn, newId, notice } = this.#ports;
    const { activeTurn } = turn.state;
    if (!activeTurn) return;
    const before = continuationsOf(activeTurn.message);
    const reply = textOf(activeTurn.responseParts);
    const { block } = await this.at({ event: 'Stop', continued: before > 0, reply });
    if (block === undefined) return;
    if (before < mostContinuations) {
      const message = continuing(activeTurn.message, block);
      turn.append({ type: 'chat/pendingMessageSet', kind: 'queued', id: newId(), message });
    } else notice(`Hooks kept the agent going ${before} times in a row. It stops here: ${block}`);
  }

  async #verdictAt(moment: HookMoment, progress: HookRequest['progress']): Promise<HookVerdict> {
    const { turn, equipment, startedBy: clientId, report } = this.#ports;
    const { session, chat, agent, signal } = turn;
    try {
      return await equipment.hooks({ session, chat, agent, clientId, signal, moment, progress });
    } catch (error) {
      if (turn.active) report(`The ${moment.event} hooks of ${chat} could not be run`, error);
      return silent;
    }
  }
}

/** The outcome of a call with what hooks have to say about it. */
export function withRemarks(outcome: ToolOutcome, ...verdicts: readonly HookVerdict[]): ToolOutcome {
  const remarks = verdicts.flatMap(({ block, context }) => [
    ...(block === undefined ? [] : [block]),
    ...context.map(({ name, text }) => `[${name}] ${text}`),
  ]);
  if (remarks.length === 0) return outcome;
  if (outcome.kind === 'done') return { ...outcome, text: [outcome.text, ...remarks].join('\n\n') };
  return { ...outcome, message: [outcome.message ?? '', ...remarks].join('\n\n') };
}
