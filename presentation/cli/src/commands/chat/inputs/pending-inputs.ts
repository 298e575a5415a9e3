import { ActionRejected, HostError, type Dispatched } from '@loggia/client';
import { SignInError } from '@loggia/client/oauth';
import type { ChatInputResponse, InputNeeded, SessionState, StateAction } from '@loggia/protocol';
import { CommandFailed } from '../../../failure.ts';
import { printable, printableLine } from '../../../output/printable.ts';
import { ownerOf, plainText, resultOf } from '../../tool-call-words.ts';
import { quoted, type Visit } from '../../visit.ts';
import type { Conversation } from '../conversation.ts';
import { askForm } from '../forms/ask-form.ts';
import type { Report } from '../report.ts';
import { approval, askToConfirm, denial } from './confirmation.ts';
import { boundedLines, prettyInput } from './bounded-lines.ts';

/** The person or rule that decides. Without a person, the decision is always the same. */
export interface Policy {
  readonly confirmations: 'ask' | 'approve' | 'decline';
  readonly questions: 'ask' | 'decline';
}

/** `cancel`: the turn can't continue. */
type Handled = 'answered' | 'withdrawn' | 'cancel';

type ToolConfirmation = Extract<InputNeeded, { kind: 'toolConfirmation' }>;
type ToolAuthentication = Extract<InputNeeded, { kind: 'toolAuthentication' }>;
type ChatInput = Extract<InputNeeded, { kind: 'chatInput' }>;
type Answerable = ToolConfirmation | ToolAuthentication | ChatInput;

/** Where everything arrives that the turn waits for, and is answered one after the other. */
export class PendingInputs {
  readonly #visit: Visit;
  readonly #conversation: Conversation;
  readonly #report: Report;
  readonly #policy: Policy;
  /**
   * Inputs that were answered but still stand in the list until the host has processed the answer, with their ids in
   * that list.
   */
  readonly #answered = new Map<string, string>();
  /** The number of inputs without anybody to decide. */
  #unanswered = 0;
  #refused = 0;
  #signInNeeded: string | undefined;

  constructor(visit: Visit, conversation: Conversation, report: Report, policy: Policy) {
    this.#visit = visit;
    this.#conversation = conversation;
    this.#report = report;
    this.#policy = policy;
  }

  /** The number of questions that were declined because nobody could answer. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** The number of calls that were denied because the host didn't take their approval from here. */
  get refused(): number {
    return this.#refused;
  }

  /** Advice about a sign-in that ended the turn. */
  get signInNeeded(): string | undefined {
    return this.#signInNeeded;
  }

  /** The first thing that waits and was not answered here. */
  next(): Answerable | undefined {
    const waiting = this.#waiting();
    const keys = new Set(waiting.map(essence));
    for (const key of this.#answered.keys()) if (!keys.has(key)) this.#answered.delete(key);
    return waiting.find((entry) => !this.#answered.has(essence(entry)));
  }

  /**
   * Must be called with every action of the session: an input that leaves the list and returns at once is a new
   * question, though the states before and after look the same.
   */
  heard(action: StateAction): void {
    if (action.type !== 'session/inputNeededRemoved') return;
    for (const [key, id] of this.#answered) if (id === action.id) this.#answered.delete(key);
  }

  async answer(entry: Answerable): Promise<Handled> {
    const key = essence(entry);
    this.#answered.set(key, entry.id);
    const withdrawal = new AbortController();
    const look = (): void => {
      if (!this.#waiting().some((other) => essence(other) === key)) withdrawal.abort();
    };
    const stop = this.#conversation.session.subscribe(look);
    try {
      const handled = await this.#handle(entry, withdrawal.signal);
      if (handled !== 'answered') this.#answered.delete(key);
      return handled;
    } finally {
      stop();
    }
  }

  /** The pending inputs of this chat, and of the chats that its tools opened. */
  #waiting(): readonly Answerable[] {
    const { session, chat } = this.#conversation;
    const state = session.confirmed;
    return (state?.inputNeeded ?? []).filter(
      (entry): entry is Answerable =>
        (entry.kind === 'chatInput' ||
          entry.kind === 'toolConfirmation' ||
          entry.kind === 'toolAuthentication') &&
        belongsTo(entry.chat, chat.uri, state),
    );
  }

  #handle(entry: Answerable, signal: AbortSignal): Promise<Handled> {
    if (entry.kind === 'chatInput') return this.#fillIn(entry, signal);
    if (entry.kind === 'toolAuthentication') return this.#signIn(entry, signal);
    return entry.toolCall.status === 'pending-result-confirmation'
      ? this.#confirmResult(entry, signal)
      : this.#confirmCall(entry, signal);
  }

  async #confirmCall(entry: ToolConfirmation, signal: AbortSignal): Promise<Handled> {
    const { toolCall: call, turnId, chat } = entry;
    if (call.status !== 'pending-confirmation') return 'answered';
    const owner = ownerOf(call, this.#conversation.session.confirmed);
    const { toolInput, options } = call;
    const title = plainText(call.confirmationTitle ?? call.invocationMessage);
    this.#report.tell({
      type: 'confirmation',
      of: 'call',
      id: call.toolCallId,
      name: call.displayName,
      ...(owner !== undefined && { server: owner }),
      title,
      ...(toolInput !== undefined && { input: prettyInput(toolInput) }),
      ...(options !== undefined && { options }),
    });
    const send = (decision: typeof approval): Promise<Handled> =>
      this.#send(chat, { type: 'chat/toolCallConfirmed', turnId, toolCallId: call.toolCallId, ...decision });
    const { terminal } = this.#visit.world;
    if (this.#policy.confirmations === 'approve') {
      const handled = await send(approval);
      if (handled !== 'withdrawn' || signal.aborted) return handled;
      // The host would refuse every further approval, too.
      const denied = await send({ ...denial, reasonMessage: 'The host refused the approval.' });
      if (denied === 'answered') this.#refused += 1;
      return denied;
    }
    if (this.#policy.confirmations === 'decline' || terminal === undefined) {
      this.#decline(`Denied "${printableLine(call.displayName)}", because there is no terminal to ask on.`);
      return send({ ...denial, reasonMessage: 'There was no terminal to ask on.' });
    }
    this.#report.freshLine();
    const decision = await askToConfirm(call, { terminal, report: this.#report, signal, owner });
    if (!('kind' in decision)) return send(decision);
    return this.#unfinished(decision.kind);
  }

  async #confirmResult(entry: ToolConfirmation, signal: AbortSignal): Promise<Handled> {
    const { toolCall: call, turnId, chat } = entry;
    const owner = ownerOf(call, this.#conversation.session.confirmed);
    const result = resultOf(call);
    const title = `May the agent see what "${call.displayName}" answered?`;
    this.#report.tell({
      type: 'confirmation',
      of: 'result',
      id: call.toolCallId,
      name: call.displayName,
      ...(owner !== undefined && { server: owner }),
      title,
      result,
    });
    const send = (approved: boolean): Promise<Handled> =>
      this.#send(chat, {
        type: 'chat/toolCallResultConfirmed',
        turnId,
        toolCallId: call.toolCallId,
        approved,
      });
    const { terminal } = this.#visit.world;
    if (this.#policy.confirmations === 'approve') return send(true);
    if (this.#policy.confirmations === 'decline' || terminal === undefined) {
      this.#decline(
        `Withheld what "${printableLine(call.displayName)}" answered, because there is no terminal to ask on.`,
      );
      return send(false);
    }
    this.#report.line(`? ${printable(title)}`);
    for (const line of boundedLines(result)) this.#report.line(`    ${line}`);
    const reply = await terminal.ask({ text: 'Share it with the agent? [y/n] ', takes: 'answer', signal });
    if (reply.kind !== 'line') return this.#unfinished(reply.kind);
    if (/^y(es)?$/i.test(reply.text.trim())) return send(true);
    return /^n(o)?$/i.test(reply.text.trim()) ? send(false) : 'withdrawn';
  }

  async #fillIn({ chat, request }: ChatInput, signal: AbortSignal): Promise<Handled> {
    this.#report.tell({ type: 'question', request });
    const send = (response: ChatInputResponse, rest: object = {}): Promise<Handled> =>
      this.#send(chat, { type: 'chat/inputCompleted', requestId: request.id, response, ...rest });
    const { world } = this.#visit;
    if (this.#policy.questions === 'decline' || world.terminal === undefined) {
      const about = request.message ?? request.questions?.[0]?.message ?? 'A question';
      this.#decline(
        `Left without an answer, because there is no terminal to ask on: ${printableLine(about)}`,
      );
      return send('decline');
    }
    this.#report.freshLine();
    const asking = { terminal: world.terminal, report: this.#report, world, signal };
    const reply = await askForm(request, asking);
    if (reply.kind !== 'answered') return this.#unfinished(reply.kind);
    return reply.response === 'accept' ? send('accept', { answers: reply.answers }) : send('decline');
  }

  async #signIn({ toolCall: call }: ToolAuthentication, signal: AbortSignal): Promise<Handled> {
    if (call.status !== 'auth-required' || call.contributor?.kind !== 'mcp') return 'answered';
    const { link, signIns, world } = this.#visit;
    const { customizationId } = call.contributor;
    const session = this.#conversation.session.uri;
    const { servers } = await link.ask('x-loggia/listServers', { session });
    const server = servers.find(({ id }) => id === customizationId);
    const name = printableLine(server?.name ?? customizationId);
    const command = `loggia servers login ${quoted(name)} --session ${session}`;
    if (server === undefined || world.terminal === undefined || this.#policy.questions === 'decline') {
      this.#signInNeeded = `"${name}" needs a sign-in. Run "${command}", then try again.`;
      return 'cancel';
    }
    const { terminal } = world;
    this.#report.line(`? "${name}" needs you to sign in to continue.`);
    const reply = await terminal.ask({ text: 'Sign in now? [y/n] ', takes: 'answer', signal });
    if (reply.kind !== 'line') return this.#unfinished(reply.kind);
    if (!/^y(es)?$/i.test(reply.text.trim())) {
      this.#report.say(`The call is on hold. Run "${command}" elsewhere, or end the turn with Ctrl-C.`);
      return 'answered';
    }
    // Ctrl-C gives up the sign-in rather than the whole command.
    const given = new AbortController();
    const stop = world.onInterrupt(() => given.abort());
    try {
      const say = (text: string): void => this.#report.say(text);
      await signIns.signIn(server, call.auth, {
        browser: 'open',
        say,
        signal: AbortSignal.any([signal, given.signal]),
      });
      return 'answered';
    } catch (error) {
      if (signal.aborted) return 'withdrawn';
      if (!(error instanceof SignInError || error instanceof CommandFailed || error instanceof HostError))
        throw error;
      this.#report.say(error.message);
      return 'withdrawn';
    } finally {
      stop();
    }
  }

  #decline(sentence: string): void {
    this.#unanswered += 1;
    this.#report.say(sentence);
  }

  #unfinished(how: 'ended' | 'interrupted' | 'withdrawn'): Handled {
    if (how !== 'withdrawn') return 'cancel';
    // With the turn, its questions end as well.
    if (this.#conversation.chat.confirmed?.activeTurn) this.#report.say('Answered in another client.');
    return 'withdrawn';
  }

  async #send(chat: string, action: StateAction): Promise<Handled> {
    const sent: Dispatched = this.#visit.link.client.dispatch(chat, action);
    try {
      await sent.settled;
      return 'answered';
    } catch (error) {
      if (!(error instanceof ActionRejected)) throw error;
      // Usually another client was faster; remaining inputs are asked again.
      this.#report.say(error.reason);
      return 'withdrawn';
    }
  }
}

/** The subject of an answer. While it stays the same, an open question stays open. */
function essence(entry: Answerable): string {
  if (entry.kind === 'chatInput') {
    const { id, message, url, questions } = entry.request;
    return JSON.stringify([entry.id, id, message, url, questions]);
  }
  const { toolCall: call } = entry;
  return JSON.stringify([entry.id, call.status, call.toolName, inputFor(call), resultOf(call)]);
}

function inputFor(call: ToolConfirmation['toolCall']): unknown {
  return 'toolInput' in call ? call.toolInput : undefined;
}

function belongsTo(uri: string, chat: string, session: SessionState | undefined): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = uri; at !== undefined && !seen.has(at);) {
    if (at === chat) return true;
    seen.add(at);
    const origin = session?.chats.find(({ resource }) => resource === at)?.origin;
    at = origin?.kind === 'tool' ? origin.chat : undefined;
  }
  return false;
}
