import type { Attribution, Clock, Kernel } from '@loggia/kernel';
import {
  chatAgent,
  delegatedChatMark,
  delegatedChatOf,
  delegatedTaskMark,
  delegatedTaskOf,
  ProtocolError,
  viewMark,
  viewSpeakerOf,
  withAgent,
  writeAuthor,
  type ChatState,
  type Message,
  type UsageInfo,
} from '@loggia/protocol';
import type { Channels } from '../channels.ts';
import { catalogEntry, type ChatLog, type OpenChat } from '../chat-log.ts';
import type { Equipment, RunningCall } from '../equipment.ts';
import type { Harness } from '../harness.ts';
import type { Harnesses } from '../harnesses.ts';
import { newChatState } from '../new-chat.ts';
import { titleFrom, untitledChat } from '../titles.ts';
import type { Turns } from '../turns/turns.ts';
import { Budget } from './budget.ts';
import { standingOf, type Standing } from './delegated-turn.ts';
import type { DelegationLimits } from './limits.ts';
import { narrower } from './narrower.ts';

export interface DelegationPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly log: ChatLog;
  readonly harnesses: Harnesses;
  readonly equipment: Pick<Equipment, 'guidance'>;
  readonly limits: DelegationLimits;
  turns(): Pick<Turns, 'begin' | 'fail' | 'isStopping'>;
  newId(): string;
}

export interface Task {
  readonly text: string;
  readonly title?: string | undefined;
  /** The calling agent by default. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
}

/** A chat that an agent opened for another, while the task that it was opened for runs. */
interface Running {
  readonly open: OpenChat;
  readonly turnId: string;
  readonly budget: Budget;
  readonly ended: Promise<void>;
  end(): void;
}

/** A chat that an agent opened. */
export interface Opened {
  readonly chat: string;
  readonly title: string;
  /** The name of the agent that works there, for users. */
  readonly agent: string;
}

/**
 * Chats that agents open for others. Each is a chat of the session like any other: people watch it, steer it and stop
 * it. What follows from one message of the user stays within common limits, and a task never has more rights than the
 * turn that it comes from.
 */
export class Delegations {
  readonly #ports: DelegationPorts;
  /** By chat. */
  readonly #running = new Map<string, Running>();
  /** By chat and turn: the budget of everything that follows from that turn. */
  readonly #budgets = new Map<string, Budget>();

  constructor(ports: DelegationPorts) {
    this.#ports = ports;
  }

  /** Opens a chat and starts its agent. Throws a ProtocolError that tells the agent why not. */
  async open(call: RunningCall, task: Task): Promise<Opened> {
    const { channels, harnesses, limits, log, newId } = this.#ports;
    const harness = this.#agentFor(task.agent ?? call.agent);
    const agent = harness.describe.provider;
    const parent = await channels.chat(call.chat);
    const given = messageOf(parent.chat.state, call);
    const tools = await this.#toolsOf(call.session, given);
    const message = this.#taskMessage(call, given, { text: task.text, tools, model: modelOf(harness, task) });
    // From here on nothing waits: limits are checked and used up in one step.
    const depth = (delegatedChatOf(parent.chat.state)?.depth ?? 0) + 1;
    if (depth > limits.depth) throw refused(tooDeep(limits.depth));
    const budget = this.#budgetOf(call);
    if (budget.refusal !== undefined) throw refused(budget.refusal);
    if (this.#runningIn(call.session) >= limits.atOnce) throw refused(tooMany(limits.atOnce));
    if (harnesses.get(agent) !== harness)
      throw refused(`The agent "${agent}" was just removed. Choose another.`);
    const uri = `ahp-chat:/${newId()}`;
    const title = titleFrom(task.title ?? task.text) ?? untitledChat;
    const { workingDirectories } = parent.chat.state;
    const state = newChatState({
      uri,
      title,
      now: new Date(this.#ports.clock.now()).toISOString(),
      origin: { kind: 'tool', chat: call.chat, toolCallId: call.toolCallId },
      workingDirectories,
      meta: withAgent(delegatedChatMark({ agent: call.agent, depth }), agent),
    });
    const from = attributionOf(call);
    const open = {
      session: parent.session,
      chat: channels.make(uri, 'chat', state, { parent: call.session }),
    };
    log.appendSession(open.session, { type: 'session/chatAdded', summary: catalogEntry(state, title) }, from);
    budget.opened(uri);
    this.#run(open, message, { budget, asker: { ...from, clientId: call.clientId } });
    return { chat: uri, title, agent: harness.describe.displayName };
  }

  /** Resolves when the task of the chat has ended, or at once if it doesn't run. Rejects if the signal aborts. */
  async ended(chat: string, signal: AbortSignal): Promise<void> {
    const running = this.#running.get(chat);
    if (running) await unlessAborted(running.ended, signal);
  }

  /** Chats that this one has opened, the last one last. */
  async openedBy({ chat: opener }: RunningCall): Promise<readonly Opened[]> {
    const { session } = await this.#ports.channels.chat(opener);
    const opened = session.state.chats.filter(({ origin }) => isFrom(origin, opener));
    return Promise.all(
      opened.map(async ({ resource: chat, title }) => {
        const found = await this.#ports.kernel.load<ChatState>(chat);
        const agent = found ? chatAgent(session.state, found.state) : '';
        return { chat, title, agent: this.#ports.harnesses.get(agent)?.describe.displayName ?? agent };
      }),
    );
  }

  /** The chat, if the calling one has opened it. */
  async own(call: RunningCall, chat: string): Promise<Opened> {
    const found = (await this.openedBy(call)).find((opened) => opened.chat === chat);
    if (found) return found;
    throw new ProtocolError(
      'NotFound',
      `This chat hasn't opened ${JSON.stringify(chat)}. Call delegated_result without "chat" for those that it has.`,
    );
  }

  async standing(chat: string): Promise<Standing> {
    const found = await this.#ports.kernel.load<ChatState>(chat);
    return standingOf(found?.kind === 'chat' ? found.state : undefined, this.#running.get(chat)?.turnId);
  }

  /** Ends the task of the chat, in the name of the calling agent. False if it doesn't run. */
  stop(call: RunningCall, chat: string): boolean {
    const running = this.#running.get(chat);
    if (running) this.#cancel(running.open, attributionOf(call));
    return running !== undefined;
  }

  /** The call that waits for the chat was given up: nobody wants its result. */
  abandon(call: RunningCall, chat: string): void {
    const running = this.#running.get(chat);
    // Turns that the host's shutdown ends can be resumed, which a canceled one can't.
    if (running && !this.#ports.turns().isStopping) this.#cancel(running.open, attributionOf(call));
  }

  /** A turn is over, in any chat. The task is the first of its chat, so it is the one that has ended. */
  turnEnded({ chat }: OpenChat): void {
    this.#running.get(chat.uri)?.end();
    this.#running.delete(chat.uri);
  }

  /** An agent reported what its turn has used so far, in any chat. */
  used({ chat }: OpenChat, usage: UsageInfo): void {
    const running = this.#running.get(chat.uri);
    if (!running) return;
    const { budget } = running;
    budget.used(chat.uri, usage);
    const { exceeded } = budget;
    if (exceeded === undefined) return;
    const sentence = `${exceeded} Resume to let this chat continue, or raise the limits under "delegation" in the configuration.`;
    this.#ports.turns().fail(chat.uri, 'delegationLimit', sentence);
  }

  #run(
    open: OpenChat,
    message: Message,
    {
      budget,
      asker,
    }: { readonly budget: Budget; readonly asker: Attribution & { clientId: string | undefined } },
  ): void {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const turnId = this.#ports.newId();
    this.#running.set(open.chat.uri, { open, turnId, budget, ended, end });
    this.#budgets.set(keyOf(open.chat.uri, turnId), budget);
    this.#ports.turns().begin(open, message, { asker, turnId });
  }

  #cancel(open: OpenChat, from: Attribution): void {
    const turn = open.chat.state.activeTurn;
    if (!turn) return;
    const duration = Math.max(0, this.#ports.clock.now() - Date.parse(turn.startedAt)) || 0;
    this.#ports.log.append(open, { type: 'chat/turnCancelled', turnId: turn.id, duration }, from);
  }

  #agentFor(wanted: string): Harness {
    const { harnesses } = this.#ports;
    const harness =
      harnesses.get(wanted) ?? harnesses.all().find(({ describe }) => describe.displayName === wanted);
    const names = harnesses.all().map(({ describe }) => describe.provider);
    if (!harness) throw refused(`This host has no agent "${wanted}". It has: ${names.join(', ')}.`);
    if (harness.describe.chats?.several) return harness;
    throw refused(`The agent "${wanted}" works in one chat at a time. Choose another: ${names.join(', ')}.`);
  }

  /** The tools that the turn with this message may use; undefined for all. */
  async #toolsOf(session: string, message: Message): Promise<readonly string[] | undefined> {
    const { persona } = await this.#ports.equipment.guidance(session, message);
    return narrower(persona?.tools, delegatedTaskOf(message)?.tools);
  }

  #taskMessage(
    call: RunningCall,
    given: Message,
    task: { text: string; tools: readonly string[] | undefined; model: string | undefined },
  ): Message {
    const { text, tools } = task;
    const view = viewSpeakerOf(given);
    const model = task.model === undefined ? undefined : { id: task.model };
    const { agent } = call;
    const name = this.#ports.harnesses.get(agent)?.describe.displayName ?? agent;
    return {
      text,
      origin: { kind: 'agent' },
      ...(model && { model }),
      _meta: {
        ...delegatedTaskMark({ agent, name, ...(tools && { tools }) }),
        // The agent passes on what a View wrote: it stays the View's word.
        ...(view && viewMark(view)),
      },
    };
  }

  #budgetOf({ chat, turnId }: RunningCall): Budget {
    for (const key of this.#budgets.keys()) if (!this.#isRunning(key)) this.#budgets.delete(key);
    const key = keyOf(chat, turnId);
    const budget = this.#budgets.get(key) ?? new Budget(this.#ports.limits);
    this.#budgets.set(key, budget);
    return budget;
  }

  #isRunning(key: string): boolean {
    const [chat = '', turnId] = JSON.parse(key) as string[];
    return this.#ports.kernel.peek<ChatState>(chat)?.state.activeTurn?.id === turnId;
  }

  #runningIn(session: string): number {
    return [...this.#running.values()].filter(({ open }) => open.session.uri === session).length;
  }
}

function keyOf(chat: string, turnId: string): string {
  return JSON.stringify([chat, turnId]);
}

function isFrom(origin: ChatState['origin'], chat: string): boolean {
  return origin?.kind === 'tool' && origin.chat === chat;
}

function attributionOf({ person, agent }: RunningCall): Attribution {
  return { by: writeAuthor({ person, actor: { kind: 'agent', name: agent } }) };
}

/** The message of the turn that the call belongs to. */
function messageOf({ activeTurn }: ChatState, { turnId }: RunningCall): Message {
  if (activeTurn?.id !== turnId) throw refused('The turn that asked for this is over.');
  return activeTurn.message;
}

/** Throws if the agent says which models it has and this isn't one of them. */
function modelOf({ describe }: Harness, { model }: Task): string | undefined {
  const { models, displayName } = describe;
  if (model === undefined || models.length === 0 || models.some(({ id }) => id === model)) return model;
  const some = models.slice(0, 20).map(({ id }) => id);
  const more = models.length > some.length ? ', and others' : '';
  throw refused(
    `${displayName} has no model ${JSON.stringify(model)}. It has: ${some.join(', ')}${more}. Leave "model" out for its usual one.`,
  );
}

function tooDeep(depth: number): string {
  return depth === 0
    ? 'Agents of this host may not open chats. Do the work yourself.'
    : `Chats that agents open may be ${depth} deep, and this chat is that deep already. Do the work yourself.`;
}

function tooMany(most: number): string {
  return `${most} chats that agents opened run in this session, which is the limit. Wait for one with delegated_result, or stop one with stop_delegated.`;
}

function refused(sentence: string): ProtocolError {
  return new ProtocolError('InvalidParams', sentence);
}

/** Rejects when the signal aborts. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
