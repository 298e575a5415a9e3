import { randomUUID } from 'node:crypto';
import type { Scheduler } from '@loggia/kernel';
import { ServerFailure, type CallOptions, type ServerConnection } from '@loggia/mcp';
import {
  ProtocolError,
  type CallUnderWay,
  type ChatInputAnswers,
  type ChatInputRequest,
  type ChatInputResponse,
} from '@loggia/protocol';
import { answerOf, isPage, requestOf } from './elicitation.ts';

/** MCP `sampling/createMessage`, parameters and result verbatim. */
export type Sample = NonNullable<CallOptions['sample']>;

export interface BegunCall {
  /** The client that is asked; nobody else is. */
  readonly clientId: string;
  /** The client's name for it. */
  readonly id?: string | undefined;
  readonly server: string;
  readonly serverName: string;
  readonly tool: string;
  readonly by: 'person' | 'view';
  /** Whether the server can use a model; by default the person is asked. */
  readonly sampling: ServerConnection['definition']['sampling'];
  /** The model that would answer. Without one, the person answers instead. */
  readonly sample?: Sample | undefined;
}

export interface InteractiveCall {
  /** Aborts when the client cancels the call. */
  readonly canceled: AbortSignal;
  readonly hooks: Pick<CallOptions, 'progress' | 'elicit' | 'sample'>;
  /** The call is over, whatever its outcome. */
  end(): void;
}

interface Reply {
  readonly response: ChatInputResponse;
  readonly answers: ChatInputAnswers;
}

interface Question {
  readonly request: ChatInputRequest;
  answer(reply: Reply): void;
}

interface UnderWay {
  readonly about: Omit<CallUnderWay, 'progress' | 'questions'>;
  readonly questions: Map<string, Question>;
  progress: CallUnderWay['progress'];
  cancel(): void;
}

/** One client's calls, and the requests that wait for changes to them. */
class Feed {
  readonly calls = new Map<string, UnderWay>();
  readonly #waiting = new Set<() => void>();
  seq = 0;
  /** Counts the starts and ends of waiting requests. */
  follows = 0;

  get isFollowed(): boolean {
    return this.#waiting.size > 0;
  }

  changed(): void {
    this.seq += 1;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next change, at the timeout, or at the signal. */
  wait(scheduler: Scheduler, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        this.follows += 1;
        this.#waiting.delete(finish);
        signal.removeEventListener('abort', finish);
        cancel();
        resolve();
      };
      const cancel = scheduler.after(ms, finish);
      signal.addEventListener('abort', finish, { once: true });
      this.#waiting.add(finish);
      if (signal.aborted) finish();
    });
  }
}

const followMs = 25_000;
/** A client that doesn't follow its calls for this long after a question can't be asked. */
const graceMs = 10_000;
const mostCalls = 100;
const longestShown = 4000;

/**
 * Tool calls that people, and their open Views, make outside any chat. A server's question during a call goes to the
 * client that made it, and to nobody else.
 */
export class InteractiveCalls {
  readonly #scheduler: Scheduler;
  readonly #feeds = new Map<string, Feed>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  begin(begun: BegunCall): InteractiveCall {
    const { clientId, server, serverName, tool, by } = begun;
    const feed = this.#feed(clientId);
    const id = begun.id ?? randomUUID();
    if (feed.calls.has(id)) throw new ProtocolError('AlreadyExists', `A call "${id}" is under way already.`);
    if (feed.calls.size >= mostCalls)
      throw new ProtocolError('Unavailable', `${mostCalls} calls are under way. Wait for some to end.`);
    const canceled = new AbortController();
    const call: UnderWay = {
      about: { id, server, serverName, tool, by },
      questions: new Map(),
      progress: undefined,
      cancel: () => canceled.abort(new Error('The call was canceled.')),
    };
    feed.calls.set(id, call);
    feed.changed();
    const ask = (request: Omit<ChatInputRequest, 'id'>, signal: AbortSignal): Promise<Reply> =>
      this.#ask(feed, call, request, signal);
    return {
      canceled: canceled.signal,
      hooks: {
        progress: (progress) => {
          call.progress = { progress: 0, ...progress };
          feed.changed();
        },
        elicit: async (elicitation, signal) => {
          if (elicitation.url !== undefined && !isPage(elicitation.url)) return { action: 'decline' };
          return answerOf(elicitation, await ask(requestOf(elicitation, serverName), signal));
        },
        ...samplingOf(begun, ask),
      },
      end: () => {
        feed.calls.delete(id);
        feed.changed();
        if (feed.calls.size === 0 && !feed.isFollowed) this.#feeds.delete(clientId);
      },
    };
  }

  /** The same for a call that is only listed once its server asks something. */
  onQuestion(begun: BegunCall): { readonly hooks: Pick<CallOptions, 'elicit' | 'sample'>; end(): void } {
    let call: InteractiveCall | undefined;
    const hooks = (): InteractiveCall['hooks'] => (call ??= this.begin(begun)).hooks;
    return {
      hooks: {
        elicit: async (elicitation, signal) =>
          (await hooks().elicit?.(elicitation, signal)) ?? { action: 'cancel' },
        ...(begun.sampling !== 'deny' && {
          sample: async (params, signal) => {
            const answer = await hooks().sample?.(params, signal);
            if (!answer) throw new ServerFailure('refused', 'Nobody can answer this now.', { code: -32_603 });
            return answer;
          },
        }),
      },
      end: () => call?.end(),
    };
  }

  /** A test of a connection, which can be canceled like a call. */
  cancelable(clientId: string, id: string | undefined): Pick<InteractiveCall, 'canceled' | 'end'> {
    if (id === undefined) return { canceled: new AbortController().signal, end: () => {} };
    return this.begin({ clientId, id, server: '', serverName: '', tool: '', by: 'person', sampling: 'deny' });
  }

  async follow(
    { clientId, after }: { readonly clientId: string; readonly after: number | undefined },
    signal: AbortSignal,
  ): Promise<{ seq: number; calls: CallUnderWay[] }> {
    const feed = this.#feed(clientId);
    feed.follows += 1;
    if (after === feed.seq) await feed.wait(this.#scheduler, followMs, signal);
    const calls = [...feed.calls.values()].map(({ about, progress, questions }) => ({
      ...about,
      ...(progress && { progress }),
      questions: [...questions.values()].map(({ request }) => request),
    }));
    if (calls.length === 0 && !feed.isFollowed) this.#feeds.delete(clientId);
    return { seq: feed.seq, calls };
  }

  answer(
    clientId: string,
    { call, question, response, answers = {} }: AnsweredQuestion,
  ): Record<string, never> {
    const found = this.#feeds.get(clientId)?.calls.get(call)?.questions.get(question);
    if (!found) throw new ProtocolError('NotFound', 'This question is not open any more.');
    found.answer({ response, answers });
    return {};
  }

  cancel(clientId: string, call: string): Record<string, never> {
    this.#feeds.get(clientId)?.calls.get(call)?.cancel();
    return {};
  }

  #feed(clientId: string): Feed {
    const feed = this.#feeds.get(clientId) ?? new Feed();
    this.#feeds.set(clientId, feed);
    return feed;
  }

  #ask(feed: Feed, call: UnderWay, asked: Omit<ChatInputRequest, 'id'>, signal: AbortSignal): Promise<Reply> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const close = (): void => {
        call.questions.delete(id);
        signal.removeEventListener('abort', withdrawn);
        cancelWatch();
        feed.changed();
      };
      const withdrawn = (): void => {
        close();
        resolve({ response: 'cancel', answers: {} });
      };
      let cancelWatch = (): void => {};
      const watch = (): void => {
        const { follows } = feed;
        cancelWatch = this.#scheduler.after(graceMs, () => {
          // Between two of its requests a client still counts as following.
          if (feed.isFollowed || feed.follows !== follows) {
            watch();
            return;
          }
          close();
          reject(new ServerFailure('refused', unanswerable, { code: -32_603 }));
        });
      };
      watch();
      call.questions.set(id, {
        request: { id, ...asked },
        answer: (reply) => {
          close();
          resolve(reply);
        },
      });
      signal.addEventListener('abort', withdrawn, { once: true });
      if (signal.aborted) withdrawn();
      else feed.changed();
    });
  }
}

export interface AnsweredQuestion {
  readonly call: string;
  readonly question: string;
  readonly response: ChatInputResponse;
  readonly answers?: ChatInputAnswers | undefined;
}

const unanswerable = "The client that made this call doesn't show questions, so nobody could be asked.";

function samplingOf(
  { serverName, sampling = 'ask', sample }: BegunCall,
  ask: (request: Omit<ChatInputRequest, 'id'>, signal: AbortSignal) => Promise<Reply>,
): Pick<CallOptions, 'sample'> {
  if (sampling === 'deny') return {};
  if (sample && sampling === 'allow') return { sample };
  return {
    sample: async (params, signal) => {
      const shown = JSON.stringify(params['messages'] ?? [], null, 2).slice(0, longestShown);
      if (sample) {
        const { response } = await ask(
          { message: `${serverName} wants to ask the model of this session:\n${shown}` },
          signal,
        );
        if (response !== 'accept') throw notAllowed();
        return sample(params, signal);
      }
      const { response, answers } = await ask(
        {
          message: `${serverName} asks a model, and none is connected here. Answer in its place:\n${shown}`,
          questions: [{ kind: 'text', id: 'answer', message: 'Answer', required: true, max: 10_000 }],
        },
        signal,
      );
      const answer = answers['answer'];
      if (response !== 'accept' || !answer || answer.state === 'skipped') throw notAllowed();
      const content = { type: 'text', text: String(answer.value.value) };
      return { role: 'assistant', model: 'person', stopReason: 'endTurn', content };
    },
  };
}

function notAllowed(): ServerFailure {
  return new ServerFailure('refused', 'The user did not allow this.', { code: -1 });
}
