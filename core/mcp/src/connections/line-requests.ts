import type { Scheduler } from '@loggia/kernel';
import type { AuthChallenge, McpServerState } from '@loggia/protocol';
import type { Recorder } from '../audit/recorder.ts';
import { targetOf } from '../audit/target.ts';
import type { CancelSignal } from '../cancel-signal.ts';
import type { CallContext, CallOptions, McpToolResult, RequestContext } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { Call } from './calls-in-flight.ts';
import { SessionLost, type ServerLine } from './server-line.ts';

type Work<T> = (line: ServerLine, call: Call) => Promise<T>;

/** The connection as its requests see it; its answers may change at any moment. */
interface RequestPorts {
  readonly server: string;
  readonly definition: ServerDefinition;
  readonly scheduler: Scheduler;
  readonly recorder: Pick<Recorder, 'run'>;
  /** The default, unless the definition or the caller says otherwise. */
  readonly callMs: number;
  line(): ServerLine | undefined;
  state(): McpServerState;
  challenge(): AuthChallenge | undefined;
  settled(signal?: CancelSignal): Promise<void>;
  needAuth(challenge: AuthChallenge): void;
}

/** Sends requests over the current line, waits for a pending one, and records each request. */
export class LineRequests {
  readonly #ports: RequestPorts;

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  /** Every call passes here, no matter who makes it and how it ends. */
  run<T>(method: string, params: object, context: RequestContext, work: Work<T>): Promise<T> {
    const { caller, session } = context;
    if (caller === 'host') return this.#ask(context, work);
    const { server, definition, recorder } = this.#ports;
    const act = { server, serverName: definition.name, session, caller, method };
    return recorder.run({ ...act, target: targetOf(params), request: params }, () =>
      this.#ask(context, work),
    );
  }

  /** A call whose server runs it as a task is never repeated: once the line is lost, the next one follows the task. */
  callTool(request: Parameters<ServerLine['callTool']>[0], context: CallContext): Promise<McpToolResult> {
    let task = context.follows;
    const told: CallContext = {
      ...context,
      task: (started) => {
        task = started;
        context.task?.(started);
      },
    };
    return this.run(task ? 'tasks/get' : 'tools/call', request, told, (line, call) =>
      task ? line.followTask(task, call) : line.callTool(request, call),
    );
  }

  async #ask<T>(context: CallOptions, work: Work<T>): Promise<T> {
    try {
      return await this.#askOnce(context, work);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      return this.#askOnce(context, work);
    }
  }

  async #askOnce<T>(context: CallOptions, work: Work<T>): Promise<T> {
    const { definition, scheduler, callMs } = this.#ports;
    // Synchronously if possible: the caller can do the rest of its work while the server does its own.
    const line = this.#lineNow(context) ?? (await this.#lineFor(context));
    const withinMs = context.timeoutMs ?? definition.callWithinMs ?? callMs;
    try {
      return await work(line, new Call(context, scheduler, withinMs));
    } catch (error) {
      if (error instanceof AuthNeeded && this.#ports.line() === line) this.#ports.needAuth(error.challenge);
      throw error;
    }
  }

  #lineNow({ signal }: CallOptions): ServerLine | undefined {
    return this.#ports.state().kind === 'starting' || signal?.aborted === true
      ? undefined
      : this.#ports.line();
  }

  /** Waits for a server that is starting. */
  async #lineFor({ signal }: CallOptions): Promise<ServerLine> {
    if (this.#ports.state().kind === 'starting') await this.#ports.settled(signal).catch(() => {});
    if (signal?.aborted === true) throw new ServerFailure('cancelled', 'The call was canceled.');
    const line = this.#ports.line();
    if (line !== undefined) return line;
    const state = this.#ports.state();
    const challenge = this.#ports.challenge();
    if (state.kind === 'authRequired' && challenge !== undefined) throw new AuthNeeded(challenge);
    if (state.kind === 'error') throw new ServerFailure('unavailable', state.error.message);
    throw new ServerFailure(
      'unavailable',
      `The server "${this.#ports.definition.name}" is not running. Start it, then try again.`,
    );
  }
}
