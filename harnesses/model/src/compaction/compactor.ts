import type { HarnessEvent, HarnessMessage } from '@loggia/sessions/harness';
import { estimatedTokens, messageTokens, type Sent } from '../context-size.ts';
import type { Settings } from '../options.ts';
import { AskFailure } from '../persistently.ts';
import { focusOf } from './command.ts';
import type { Conversation, Cut } from './conversation.ts';
import { leaveOutResults } from './shorten.ts';
import { summarize, type SummaryPorts } from './summarize.ts';
import type { Window } from './window.ts';

/** The share of the room beside instructions and tools that the kept end of the conversation may take. */
const keptShare = 0.4;
/** Without a summary, enough is left out for more than one further step. */
const shortenedShare = 0.8;

/** By how much instructions and tools may exceed the limit, which leaves room for an answer. */
const hopeless = 1.25;

export interface CompactorPorts extends Omit<SummaryPorts, 'limit'> {
  readonly settings: Settings;
  readonly conversation: Conversation;
  readonly window: Window;
  /** The next request as it would be now. */
  next(): Sent;
}

/** Keeps the conversation of a turn within the model's window. */
export class Compactor {
  readonly #ports: CompactorPorts;
  /** A summary failed in this turn: it isn't tried before every step. */
  #hasFailed = false;
  #isSaid = false;

  constructor(ports: CompactorPorts) {
    this.#ports = ports;
  }

  /** Before each step: summarizes when the window is nearly full. */
  async *makeRoom(): AsyncGenerator<HarnessEvent, void> {
    const { settings, window, next } = this.#ports;
    if (settings.compactAt !== false && window.isFull(next())) yield* this.#compact();
  }

  /** The provider says that the request is too long. False if nothing could be done about it. */
  async *afterRefusal(request: Sent): AsyncGenerator<HarnessEvent, boolean> {
    const { settings, window, next } = this.#ports;
    if (settings.compactAt === false) return false;
    window.refused(request);
    yield* this.#compact();
    return estimatedTokens(next()) < estimatedTokens(request);
  }

  /** The whole turn: the user's message is the command. Throws `AskFailure`. */
  async *onCommand(message: HarnessMessage): AsyncGenerator<HarnessEvent, void> {
    const { conversation } = this.#ports;
    if (conversation.isFirst) {
      yield { kind: 'notice', text: 'There is nothing to summarize yet.' };
      return;
    }
    const text = yield* this.#summaryOf(conversation.beforeMessage, focusOf(message));
    yield { kind: 'summary', text, keeps: 'nothing' };
  }

  /** The user sent the command while the turn runs. */
  async *duringTurn(message: HarnessMessage): AsyncGenerator<HarnessEvent, void> {
    const problem = yield* this.#replace(
      this.#ports.conversation.cutFor(() => false),
      focusOf(message),
    );
    if (problem) yield { kind: 'notice', text: problem.trimEnd() };
  }

  async *#compact(): AsyncGenerator<HarnessEvent, void> {
    const { conversation, window, next } = this.#ports;
    const { limit = Infinity } = window;
    const fixed = estimatedTokens({ ...next(), messages: [] });
    // Instructions and tools alone are too long: a summary would be made in vain.
    if (fixed > limit * hopeless) return;
    const room = Math.max(0, limit - fixed);
    const tokensOf = (messages: Sent['messages']) =>
      messages.reduce((sum, message) => sum + messageTokens(message), 0);
    const cutTo = (share: number) => conversation.cutFor((rest) => tokensOf(rest) <= room * share);
    const problem = this.#hasFailed ? '' : yield* this.#replace(cutTo(keptShare), undefined);
    const before = estimatedTokens(next());
    const excess = before - limit;
    if (excess <= 0) return;
    const left = leaveOutResults(conversation, excess + limit * (1 - shortenedShare));
    const cut = left > limit * (1 - shortenedShare) ? cutTo(shortenedShare) : undefined;
    if (cut) conversation.drop(cut);
    if (this.#isSaid || estimatedTokens(next()) >= before) return;
    this.#isSaid = true;
    const what = cut ? 'Older messages are' : 'Parts of tool results are';
    yield { kind: 'notice', text: `${problem ?? ''}${what} left out of this answer to make room.` };
  }

  /** Undefined if the summary was made; otherwise why not, for the beginning of a notice. */
  async *#replace(
    cut: Cut | undefined,
    focus: string | undefined,
  ): AsyncGenerator<HarnessEvent, string | undefined> {
    if (!cut) return '';
    try {
      const text = yield* this.#summaryOf(cut, focus);
      yield { kind: 'summary', text, ...this.#ports.conversation.summarize(text, cut) };
      return undefined;
    } catch (error) {
      if (!(error instanceof AskFailure)) throw error;
      this.#hasFailed = true;
      yield { kind: 'activity', text: undefined };
      return `Earlier messages couldn’t be summarized. ${error.failure.sentence} `;
    }
  }

  async *#summaryOf(cut: Cut, focus: string | undefined): AsyncGenerator<HarnessEvent, string> {
    const { conversation, window } = this.#ports;
    yield { kind: 'activity', text: 'Summarizing earlier messages…' };
    const text = yield* summarize(
      { ...conversation.before(cut), focus },
      { ...this.#ports, limit: window.limit },
    );
    yield { kind: 'activity', text: undefined };
    return text;
  }
}
