import { ProtocolError } from '@modelcontextprotocol/client';
import type { Scheduler } from '@loggia/kernel';
import type { ServerTask } from '@loggia/protocol';
import { z } from 'zod';
import type { McpToolResult } from '../connection.ts';
import { ServerFailure } from '../failures.ts';
import type { Call } from './calls-in-flight.ts';
import { plainText } from './plain-text.ts';
import { taskKey } from './task-dialect.ts';

type Json = Readonly<Record<string, unknown>>;

/** How long a server is asked to keep a task of the older generation. */
const keepMs = 24 * 60 * 60_000;
const pollMs = { usual: 1000, least: 100, most: 60_000 };
const longestMessage = 1000;
const invalidParams = -32_602;

const taskState = z.looseObject({
  taskId: z.string().min(1),
  status: z.string(),
  statusMessage: z.string().optional().catch(undefined),
  /** The older generation's name for it. */
  pollInterval: z.number().optional().catch(undefined),
  pollIntervalMs: z.number().optional().catch(undefined),
  result: z.record(z.string(), z.unknown()).optional().catch(undefined),
  error: z
    .looseObject({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional()
    .catch(undefined),
  inputRequests: z
    .record(
      z.string(),
      z.looseObject({ method: z.string(), params: z.record(z.string(), z.unknown()).optional() }),
    )
    .optional()
    .catch(undefined),
});

type TaskState = z.infer<typeof taskState>;

/** The parameter that makes a call of the older generation a task. */
export const asTask = { task: { ttl: keepMs } };

/** The task that a server started instead of answering, if it did. */
export function startedTask(
  result: McpToolResult,
  generation: ServerTask['generation'],
): StartedTask | undefined {
  const said = (result as Json)[generation === 'core' ? 'task' : taskKey];
  if (said === undefined) return undefined;
  const { data: state } = taskState.safeParse(said);
  return state && { handle: { taskId: state.taskId, generation }, state };
}

export interface StartedTask {
  readonly handle: ServerTask;
  readonly state?: TaskState;
}

export interface TaskPorts {
  readonly call: Call;
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** A request on behalf of the call. */
  request(method: string, params: Json): Promise<Json>;
  /** A request that the end of the call doesn't stop. Never rejects. */
  tell(method: string, params: Json): void;
  /** Answers a question that the task asks, as one of a call is. Rejects if nobody can. */
  answer(question: { readonly method: string; readonly params?: Json | undefined }): Promise<Json>;
}

/**
 * Polls a task until it has ended. Each answer restarts the call's timeout: only silence lets it time out. When the
 * call is stopped, so is the task, unless the caller leaves it running.
 */
export async function followTask(
  { handle, state: first }: StartedTask,
  ports: TaskPorts,
): Promise<McpToolResult> {
  const followed = new FollowedTask(handle, ports);
  const { call } = ports;
  let over = false;
  call.onStop(() => {
    if (!over && call.context.leavesTask?.() !== true) ports.tell('tasks/cancel', { taskId: handle.taskId });
  });
  try {
    return await followed.run(first);
  } finally {
    over = true;
  }
}

class FollowedTask {
  readonly #handle: ServerTask;
  readonly #ports: TaskPorts;
  readonly #answered = new Set<string>();
  /** Requested before the task has ended, since the server asks its questions within this answer. */
  #result: Promise<Json> | undefined;

  constructor(handle: ServerTask, ports: TaskPorts) {
    this.#handle = handle;
    this.#ports = ports;
  }

  async run(first: TaskState | undefined): Promise<McpToolResult> {
    const { call } = this.#ports;
    let state = first ?? (await this.#look());
    for (;;) {
      call.throwIfStopped();
      const { status, statusMessage } = state;
      if (statusMessage !== undefined && statusMessage !== '') call.progressed({ message: statusMessage });
      else call.alive();
      if (status === 'completed' || status === 'failed') return this.#ended(state);
      if (status === 'cancelled') throw new ServerFailure('refused', canceledSentence(statusMessage));
      if (status === 'input_required') await this.#answer(state);
      await this.#pause(state);
      state = await this.#look();
    }
  }

  async #look(): Promise<TaskState> {
    const { taskId } = this.#handle;
    let said: Json;
    try {
      said = await this.#ports.request('tasks/get', { taskId });
    } catch (error) {
      if (error instanceof ProtocolError && error.code === invalidParams)
        throw new ServerFailure('refused', forgottenSentence, { code: error.code, cause: error });
      throw error;
    }
    const { data: state } = taskState.safeParse(said);
    if (state === undefined)
      throw new ServerFailure('refused', 'The server gave an answer that MCP does not allow.');
    return state;
  }

  async #ended({ status, result, error, statusMessage }: TaskState): Promise<McpToolResult> {
    if (this.#handle.generation === 'core') return (await this.#payload()) as McpToolResult;
    if (status === 'completed' && result) return result as McpToolResult;
    if (error) throw ProtocolError.fromError(error.code, error.message, error.data);
    throw new ServerFailure('refused', failedSentence(statusMessage));
  }

  /** In the older generation a separate request. */
  #payload(): Promise<Json> {
    this.#result ??= this.#ports.request('tasks/result', { taskId: this.#handle.taskId });
    return this.#result;
  }

  async #answer({ inputRequests = {} }: TaskState): Promise<void> {
    if (this.#handle.generation === 'core') {
      // Handled once the task has ended.
      this.#payload().catch(() => {});
      return;
    }
    const asked = Object.entries(inputRequests).filter(([key]) => !this.#answered.has(key));
    if (asked.length === 0) return;
    const answers = await Promise.all(
      asked.map(async ([key, question]) => [key, await this.#ports.answer(question)] as const),
    );
    for (const [key] of answers) this.#answered.add(key);
    const { taskId } = this.#handle;
    await this.#ports.request('tasks/update', { taskId, inputResponses: Object.fromEntries(answers) });
  }

  /** The pause is ours, so it doesn't count as the server's silence. */
  async #pause({ pollInterval, pollIntervalMs = pollInterval ?? pollMs.usual }: TaskState): Promise<void> {
    const { call, scheduler } = this.#ports;
    const ms = Math.min(Math.max(pollIntervalMs, pollMs.least), pollMs.most);
    await call.answering(
      () =>
        new Promise<void>((resolve) => {
          const cancel = scheduler.after(ms, resolve);
          call.onStop(() => {
            cancel();
            resolve();
          });
        }),
    );
    call.throwIfStopped();
  }
}

const forgottenSentence =
  'The server no longer knows this task: it has expired, or the server was restarted. Call the tool again if you still need it.';

function canceledSentence(why: string | undefined): string {
  return `The server canceled the task${reason(why)} Call the tool again if you still need it.`;
}

function failedSentence(why: string | undefined): string {
  return `The task failed${reason(why)} Call the tool again, or look at the server's log.`;
}

function reason(why: string | undefined): string {
  const said = plainText(why ?? '', longestMessage).trim();
  if (said === '') return '.';
  return /[.!?]$/.test(said) ? `: ${said}` : `: ${said}.`;
}
