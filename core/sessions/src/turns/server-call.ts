import { resumableTurn, serverTaskMeta, type ServerTask } from '@loggia/protocol';
import type { Equipment, RunningCall, ToolReport } from '../equipment.ts';
import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import { TurnEnded } from './active-turn.ts';
import type { ActivityFeed } from './activity-feed.ts';
import { askUntil, withdrawQuestion, type InputAnswer } from './questions.ts';

/** The number of open questions per call; further ones are answered with `cancel`. */
const mostQuestions = 8;

const cancelled: InputAnswer = { response: 'cancel', answers: {} };

export interface ServerCallPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Pick<Equipment, 'call'>;
  readonly activity: ActivityFeed;
  readonly sample: RunningCall['sample'];
  newId(): string;
  report(problem: string, error: unknown): void;
}

/** Decisions made about the call before it runs. */
interface CallAbout extends Pick<RunningCall, 'name' | 'readOnly' | 'clientId' | 'allowedBy' | 'follows'> {
  /** The fingerprint of the tool and of its server. */
  readonly definition: string;
  /** The agent's own signal for this call, if it has one. */
  readonly givenUp?: AbortSignal | undefined;
}

export const givenUpSentence = 'The agent gave this call up. It may or may not have had an effect.';

interface CallRef {
  readonly turnId: string;
  readonly toolCallId: string;
}

/** One call while a server runs it. Messages from the server after the call is over are ignored. */
export class ServerCall {
  readonly #ports: ServerCallPorts;
  readonly #ref: CallRef;
  readonly #about: CallAbout;
  readonly #questions = new Set<string>();
  #over = false;

  constructor(ports: ServerCallPorts, ref: CallRef, about: CallAbout) {
    this.#ports = ports;
    this.#ref = ref;
    this.#about = about;
  }

  /** Rejects only if the turn ends first. */
  async run(input: string): Promise<ToolReport> {
    const { turn, equipment, report } = this.#ports;
    if (!isJson(input))
      return failure(`The input of "${this.#about.name}" is not JSON. Write it again.`, 'badInput');
    const { name, givenUp } = this.#about;
    try {
      return await turn.within(unlessAborted(givenUp, () => equipment.call(this.#running(input))));
    } catch (error) {
      if (!turn.active) throw new TurnEnded();
      if (givenUp?.aborted) return failure(givenUpSentence);
      report(`The call of "${name}" in ${turn.chat} failed`, error);
      return failure(`"${name}" could not be run: something is wrong in the host. Its log says more.`);
    } finally {
      this.#close();
    }
  }

  #running(input: string): RunningCall {
    const { turn, activity, sample } = this.#ports;
    const { session, chat } = turn;
    const { turnId, toolCallId } = this.#ref;
    const { givenUp, definition: _, ...about } = this.#about;
    return {
      session,
      chat,
      turnId,
      toolCallId,
      ...about,
      agent: turn.agent,
      person: turn.person,
      input,
      signal: givenUp ? AbortSignal.any([turn.signal, givenUp]) : turn.signal,
      authRequired: (auth) => {
        if (!this.#over) turn.append({ type: 'chat/toolCallAuthRequired', ...this.#ref, auth });
      },
      resumed: () => {
        if (!this.#over) turn.append({ type: 'chat/toolCallAuthResolved', ...this.#ref });
      },
      progress: (text) => {
        if (!this.#over) activity.report(toolCallId, text);
      },
      show: (content) => {
        if (!this.#over)
          turn.append({ type: 'chat/toolCallContentChanged', ...this.#ref, content: [...content] });
      },
      ask: (request, askedUntil) => this.#ask(request, askedUntil),
      runsAs: (task) => this.#runsAs(task),
      leavesTask: () => resumableTurn(turn.state)?.id === turnId,
      ...(sample && { sample }),
    };
  }

  /** Noted in the chat, where a turn that is resumed after a restart finds it. */
  #runsAs(task: ServerTask): void {
    const { turn } = this.#ports;
    const call = findCall(turn.state, this.#ref);
    if (this.#over || call?.status !== 'running') return;
    const { content = [], _meta } = call;
    const { definition } = this.#about;
    turn.append({
      type: 'chat/toolCallContentChanged',
      ...this.#ref,
      content,
      _meta: { ..._meta, ...serverTaskMeta({ ...task, definition }) },
    });
  }

  async #ask(
    request: Parameters<RunningCall['ask']>[0],
    askedUntil: AbortSignal | undefined,
  ): Promise<InputAnswer> {
    if (this.#over || this.#questions.size >= mostQuestions) return cancelled;
    const { turn } = this.#ports;
    const id = this.#ports.newId();
    this.#questions.add(id);
    try {
      return await askUntil(turn, { ...request, id }, askedUntil);
    } finally {
      this.#questions.delete(id);
    }
  }

  #close(): void {
    this.#over = true;
    this.#ports.activity.ended(this.#ref.toolCallId);
    for (const id of this.#questions) withdrawQuestion(this.#ports.turn, id);
  }
}

/** Rejects when the signal aborts, even if the work goes on. */
async function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new TurnEnded());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function failure(message: string, code?: string): ToolReport {
  const error = { message, ...(code !== undefined && { code }) };
  return { text: message, result: { success: false, pastTenseMessage: message, error } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
