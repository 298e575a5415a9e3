import type { Clock, Scheduler } from '@loggia/kernel';
import type { AuthChallenge, McpServerState } from '@loggia/protocol';
import type { Implementation } from '@modelcontextprotocol/client';
import type { Recorder } from '../audit/recorder.ts';
import { targetOf } from '../audit/target.ts';
import type { Authority, Authorization, TokenChange } from '../auth/authority.ts';
import type { CancelSignal } from '../cancel-signal.ts';
import type {
  CallContext,
  CallOptions,
  ConnectionChange,
  LeaseRequest,
  McpTool,
  McpToolResult,
  RequestContext,
  ServerConnection,
  ServerFacts,
} from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { waitAfter, type BackOff } from './back-off.ts';
import { BoundedServerLog } from './bounded-server-log.ts';
import { Call, CallsInFlight } from './calls-in-flight.ts';
import { CoalescedChanges } from './coalesced-changes.ts';
import { hiderOf } from './definition-secrets.ts';
import { lastWords } from './last-words.ts';
import type { ServerLog } from './server-log.ts';
import { ServerLine, SessionLost, type LinePorts } from './server-line.ts';
import { StartFailure } from './start-failure.ts';
import type { StartGate } from './start-gate.ts';

export interface SupervisionPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** In [0, 1). */
  random(): number;
  readonly clientInfo: Implementation;
  readonly uiMimeTypes: readonly string[];
  readonly authority: Pick<Authority, 'authorize'>;
  readonly launcher: LinePorts['launcher'];
  readonly gate: StartGate;
  readonly crowd: LinePorts['crowd'];
  readonly recorder: Pick<Recorder, 'run'>;
  readonly limits: LinePorts['limits'] & {
    readonly startMs: number;
    readonly callMs: number;
    readonly backOff: BackOff;
  };
  report(problem: string, error: unknown): void;
}

const lettingGo = new ServerFailure('unavailable', 'The server was stopped.');

/**
 * Keeps one server up: starts it, and starts it again when it falls, until it falls too often.
 *
 * At any moment it has a line, or an attempt to get one, or a timer for the next attempt, or none of them.
 */
export class SupervisedConnection implements ServerConnection {
  readonly definition: ServerDefinition;
  readonly #server: string;
  readonly #ports: SupervisionPorts;
  readonly #log: BoundedServerLog;
  readonly #calls: CallsInFlight;
  readonly #workspace: string | undefined;
  readonly #authorization: Authorization | undefined;
  readonly #listeners = new Set<(change: ConnectionChange) => void>();
  readonly #settling = new Set<() => void>();
  #state: McpServerState = { kind: 'starting' };
  #challenge: AuthChallenge | undefined;
  #facts: ServerFacts | undefined;
  #tools: readonly McpTool[] = [];
  #line: ServerLine | undefined;
  #attempt: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;
  /** Resolves when what ran before is gone: two of the same server might get into each other's way. */
  #before: Promise<void> = Promise.resolve();
  #failures = 0;
  #restarts = 0;
  #readySince: number | undefined;
  readonly #changes: Readonly<Record<'tools' | 'resources' | 'prompts', CoalescedChanges>>;
  #stopped = false;

  constructor(request: Omit<LeaseRequest, 'holder'>, ports: SupervisionPorts) {
    this.definition = request.definition;
    this.#server = request.server;
    this.#workspace = request.workspace;
    this.#ports = ports;
    // Requests from older servers over stdout don't say which call they belong to.
    const { transport, era = 'legacy' } = request.definition;
    const isUntold = transport.kind === 'stdio' && era === 'legacy';
    this.#calls = new CallsInFlight({ contexts: isUntold ? 'untold' : 'told' });
    this.#log = new BoundedServerLog(ports.clock, hiderOf(request.definition));
    this.#changes = {
      tools: new CoalescedChanges(ports.scheduler, () => this.#listAgain()),
      resources: new CoalescedChanges(ports.scheduler, () => this.#emit('resources')),
      prompts: new CoalescedChanges(ports.scheduler, () => this.#emit('prompts')),
    };
    try {
      this.#authorization = this.#authorize(request);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#begin();
  }

  get state(): McpServerState {
    return this.#state;
  }

  get facts(): ServerFacts | undefined {
    return this.#facts;
  }

  get tools(): readonly McpTool[] {
    return this.#tools;
  }

  get logs(): ServerLog {
    return this.#log;
  }

  get pid(): number | undefined {
    return this.#line?.pid;
  }

  get restarts(): number {
    return this.#restarts;
  }

  async settled(signal?: CancelSignal): Promise<void> {
    if (signal?.aborted === true) throw signal.reason;
    if (this.#isSettled()) return;
    await new Promise<void>((resolve, reject) => {
      const done = () => {
        this.#settling.delete(done);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#settling.delete(done);
        reject(signal?.reason as Error);
      };
      this.#settling.add(done);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    // Wrapped, so that the same function may listen twice.
    const own = (change: ConnectionChange) => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  callTool(
    request: Parameters<ServerConnection['callTool']>[0],
    context: CallContext,
  ): Promise<McpToolResult> {
    return this.#recorded('tools/call', request, context, () =>
      this.#ask(context, (line, call) => line.callTool(request, call)),
    );
  }

  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<unknown> {
    return this.#recorded(method, params, context, () =>
      this.#ask(context, (line, call) => line.request(method, params, call)),
    );
  }

  restart(): void {
    if (this.#stopped) return;
    this.#log.write('host', 'Started again on request.', 'info');
    this.#letGo();
    this.#failures = 0;
    this.#restarts += 1;
    this.#begin();
  }

  /** For good. Resolves when its process is gone. */
  async stop(): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#letGo();
      this.#authorization?.dispose();
      this.#become({ kind: 'stopped' });
    }
    await this.#before;
  }

  #authorize({ principal, server, definition }: Omit<LeaseRequest, 'holder'>): Authorization | undefined {
    const { transport, oauthClient } = definition;
    if (transport.kind === 'stdio') return undefined;
    const holder = {
      principal,
      server,
      url: transport.url,
      ...(oauthClient === undefined ? {} : { oauthClient }),
    };
    const authorization = this.#ports.authority.authorize(holder);
    authorization.onChange((change) => this.#tokenChanged(change));
    return authorization;
  }

  #begin(): void {
    this.#cancelTimer = undefined;
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#become({ kind: 'starting' });
    void this.#try(attempt);
  }

  async #try(attempt: AbortController): Promise<void> {
    let leave = () => {};
    let line: ServerLine | undefined;
    try {
      leave = await this.#ports.gate.enter(attempt.signal);
      await this.#before;
      attempt.signal.throwIfAborted();
      line = await this.#open(attempt, () => line);
    } catch (error) {
      leave();
      if (this.#attempt === attempt) this.#failed(error);
      return;
    }
    leave();
    if (this.#attempt !== attempt) {
      this.#before = overWith(Promise.all([this.#before, line.close()]));
      return;
    }
    try {
      this.#opened(line);
    } catch (error) {
      this.#dropLine();
      this.#failed(error);
    }
  }

  async #open(attempt: AbortController, current: () => ServerLine | undefined): Promise<ServerLine> {
    const { clientInfo, uiMimeTypes, launcher, scheduler, limits } = this.#ports;
    const position = this.#log.position;
    const withinMs = this.definition.startWithinMs ?? limits.startMs;
    const cancelTimer = scheduler.after(withinMs, () => attempt.abort(this.#tooSlow(withinMs, position)));
    const opening = ServerLine.open(
      this.definition,
      {
        clientInfo,
        uiMimeTypes,
        launcher,
        limits,
        log: this.#log,
        calls: this.#calls,
        clock: this.#ports.clock,
        crowd: this.#ports.crowd,
        workspace: this.#workspace,
        authorization: this.#authorization,
        changed: (what) => this.#changed(what),
        ended: (reason, lasting) => {
          const line = current();
          if (line !== undefined && line === this.#line) this.#fell(reason, lasting);
        },
      },
      attempt.signal,
    );
    this.#before = overWith(opening);
    try {
      return await opening;
    } finally {
      cancelTimer();
    }
  }

  #tooSlow(withinMs: number, position: number): StartFailure {
    const heard = this.#log.read({ after: position }).entries.filter((entry) => entry.from === 'stderr');
    const words = lastWords(heard.map((entry) => entry.text));
    const said = words === undefined ? '' : ` Its last words: ${words}`;
    const message = `The server was not ready within ${Math.round(withinMs / 100) / 10} seconds. Start it again, or give it longer with "startWithinSeconds".${said}`;
    return new StartFailure(message, { lasting: this.#facts === undefined });
  }

  #opened(line: ServerLine): void {
    this.#attempt = undefined;
    this.#line = line;
    this.#readySince = this.#ports.clock.now();
    const factsBefore = JSON.stringify(this.#facts);
    this.#facts = line.facts;
    if (JSON.stringify(line.facts) !== factsBefore) this.#emit('facts');
    this.#takeTools(line);
    if (this.#line !== line) return;
    this.#become({ kind: 'ready' });
    // It may have ended while its predecessors' listeners ran.
    if (line.reason !== undefined && this.#line === line) this.#fell(line.reason, line.isSpent);
  }

  #takeTools(line: ServerLine): void {
    const before = JSON.stringify(this.#tools);
    this.#tools = line.tools;
    if (JSON.stringify(line.tools) !== before) this.#emit('tools');
  }

  #fell(reason: string, lasting: boolean): void {
    const line = this.#line;
    if (line === undefined) return;
    this.#dropLine();
    this.#log.write('host', reason, 'error');
    if (lasting) {
      this.#fail(reason);
      return;
    }
    if (this.#ports.clock.now() - (this.#readySince ?? 0) >= this.#ports.limits.backOff.provenMs)
      this.#failures = 0;
    this.#again(reason);
  }

  #failed(error: unknown): void {
    this.#attempt = undefined;
    if (error instanceof AuthNeeded) {
      this.#needAuth(error.challenge);
      return;
    }
    const reason = this.#log.clean(error instanceof Error ? error.message : String(error));
    this.#log.write('host', reason, 'error');
    if (error instanceof StartFailure && error.lasting) this.#fail(reason);
    else if (error instanceof StartFailure && error.shortage) this.#later(reason);
    else this.#again(reason);
  }

  /** Waits for the next attempt. Who was never up shows why at once; who was is expected back. */
  #again(reason: string): void {
    this.#failures += 1;
    if (this.#isOverCeiling()) {
      this.#fail(
        `${reason} It was started ${this.#failures} times in a row without success. Start it again when that is put right.`,
      );
      return;
    }
    this.#retry();
    this.#become(this.#facts === undefined ? errorState(reason) : { kind: 'starting' });
  }

  /** For as long as it takes; from the ceiling on, nobody waits for it any more. */
  #later(reason: string): void {
    this.#failures += 1;
    this.#retry();
    const isExpected = this.#facts !== undefined && !this.#isOverCeiling();
    this.#become(isExpected ? { kind: 'starting' } : errorState(reason));
  }

  #retry(): void {
    const ms = waitAfter(this.#failures, this.#ports.limits.backOff, this.#ports.random());
    this.#log.write('host', `Starting it again in ${Math.round(ms / 100) / 10} seconds.`, 'info');
    this.#cancelTimer = this.#ports.scheduler.after(ms, () => {
      this.#restarts += 1;
      this.#begin();
    });
  }

  #isOverCeiling(): boolean {
    return this.#failures >= this.#ports.limits.backOff.ceiling;
  }

  #fail(reason: string): void {
    this.#become(errorState(reason));
  }

  #needAuth(challenge: AuthChallenge): void {
    this.#challenge = challenge;
    this.#become({ kind: 'authRequired', ...challenge });
  }

  #tokenChanged(change: TokenChange): void {
    if (this.#stopped) return;
    if (change.kind === 'accepted') {
      if (this.#state.kind !== 'authRequired') return;
      this.#failures = 0;
      if (this.#line === undefined) {
        this.#begin();
        return;
      }
      this.#become({ kind: 'ready' });
      // After signing in, a server may offer more.
      this.#changed('tools');
      return;
    }
    if (this.#state.kind === 'error') return;
    this.#letGo();
    this.#needAuth(change.challenge);
  }

  #changed(what: 'tools' | 'resources' | 'prompts'): void {
    if (this.#line !== undefined) this.#changes[what].tell();
  }

  /** Never rejects. */
  async #listAgain(): Promise<void> {
    const line = this.#line;
    if (line === undefined) return;
    try {
      await line.listTools(AbortSignal.timeout(this.#ports.limits.startMs));
      if (this.#line === line) this.#takeTools(line);
    } catch (error) {
      if (this.#line === line)
        this.#log.write(
          'host',
          `The tools could not be listed again: ${error instanceof Error ? error.message : String(error)}`,
          'warning',
        );
    }
  }

  /** Every call passes here, whoever makes it and however it ends. */
  #recorded<T>(
    method: string,
    params: object,
    { caller, session }: RequestContext,
    work: () => Promise<T>,
  ): Promise<T> {
    if (caller === 'host') return work();
    const { definition } = this;
    const act = { server: this.#server, serverName: definition.name, session, caller, method };
    return this.#ports.recorder.run({ ...act, target: targetOf(params), request: params }, work);
  }

  async #ask<T>(context: CallOptions, work: (line: ServerLine, call: Call) => Promise<T>): Promise<T> {
    try {
      return await this.#askOnce(context, work);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
      return this.#askOnce(context, work);
    }
  }

  async #askOnce<T>(context: CallOptions, work: (line: ServerLine, call: Call) => Promise<T>): Promise<T> {
    // Without waiting where that is possible: what a caller still has to do, it does while the server works.
    const line = this.#lineNow(context) ?? (await this.#lineFor(context));
    const withinMs = context.timeoutMs ?? this.definition.callWithinMs ?? this.#ports.limits.callMs;
    try {
      return await work(line, new Call(context, this.#ports.scheduler, withinMs));
    } catch (error) {
      if (error instanceof AuthNeeded && this.#line === line) this.#needAuth(error.challenge);
      throw error;
    }
  }

  #lineNow({ signal }: CallOptions): ServerLine | undefined {
    return this.#state.kind === 'starting' || signal?.aborted === true ? undefined : this.#line;
  }

  /** Waits for a server that is on its way. */
  async #lineFor(context: CallOptions): Promise<ServerLine> {
    if (this.#state.kind === 'starting') await this.settled(context.signal).catch(() => {});
    if (context.signal?.aborted === true) throw new ServerFailure('cancelled', 'The call was cancelled.');
    if (this.#line !== undefined) return this.#line;
    const state = this.#state;
    if (state.kind === 'authRequired' && this.#challenge !== undefined) throw new AuthNeeded(this.#challenge);
    if (state.kind === 'error') throw new ServerFailure('unavailable', state.error.message);
    throw new ServerFailure(
      'unavailable',
      `The server "${this.definition.name}" is not running. Start it, then try again.`,
    );
  }

  #letGo(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const attempt = this.#attempt;
    this.#attempt = undefined;
    attempt?.abort(lettingGo);
    this.#dropLine();
    for (const changes of Object.values(this.#changes)) changes.cancel();
  }

  #dropLine(): void {
    const line = this.#line;
    if (line === undefined) return;
    this.#line = undefined;
    const before = this.#before;
    this.#before = overWith(Promise.all([before, line.close()]));
  }

  #become(state: McpServerState): void {
    this.#state = state;
    if (this.#isSettled()) for (const done of [...this.#settling]) done();
    this.#emit('state');
  }

  #isSettled(): boolean {
    if (this.#state.kind === 'starting' || this.#attempt !== undefined) return false;
    return this.#cancelTimer === undefined || this.#isOverCeiling();
  }

  #emit(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        this.#ports.report(`A listener of the MCP server ${this.#server} failed`, error);
      }
    }
  }
}

function errorState(message: string): McpServerState {
  return { kind: 'error', error: { errorType: 'mcpServer', message } };
}

async function overWith(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}
