import type { AuthChallenge, McpServerState } from '@loggia/protocol';
import type { Authorization, TokenChange } from '../auth/authority.ts';
import type { CancelSignal } from '../cancel-signal.ts';
import type {
  ConnectionChange,
  LeaseRequest,
  McpTool,
  McpToolResult,
  ServerConnection,
  ServerFacts,
} from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { alone, type Company } from './company.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { authorizationOf } from './authorization-of.ts';
import { BoundedServerLog } from './bounded-server-log.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { CoalescedChanges } from './coalesced-changes.ts';
import { hiderOf } from './definition-secrets.ts';
import { errorState } from './error-state.ts';
import { FolderUse } from './folder-use.ts';
import { LineRequests } from './line-requests.ts';
import { Listeners } from './listeners.ts';
import { openInTime } from './open-in-time.ts';
import { Restarts } from './restarts.ts';
import { sentence } from './sentence.ts';
import type { LinePorts, ServerLine } from './server-line.ts';
import { overWith, Settling } from './settling.ts';
import type { ServerLog } from './server-log.ts';
import { installationCanceled, StartFailure } from './start-failure.ts';
import type { SupervisionPorts } from './supervision-ports.ts';

const lettingGo = new ServerFailure('unavailable', 'The server was stopped.');

/**
 * Keeps one server up: starts it, and restarts it when it fails, until it fails too often.
 *
 * At any moment it has a line, or an attempt to get one, or a timer for the next attempt, or none of them.
 */
export class SupervisedConnection implements ServerConnection {
  readonly definition: ServerDefinition;
  readonly #company: Company;
  readonly #ports: SupervisionPorts;
  readonly #log: BoundedServerLog;
  readonly #calls: CallsInFlight;
  readonly #workspace: string | undefined;
  /** The folders of its sessions, and whether the server uses them. */
  readonly folders: FolderUse;
  readonly #authorization: Authorization | undefined;
  readonly #listeners: Listeners<ConnectionChange>;
  readonly #restarts: Restarts;
  readonly #settling = new Settling();
  readonly #requests: LineRequests;
  #state: McpServerState = { kind: 'starting' };
  #challenge: AuthChallenge | undefined;
  #installing: string | undefined;
  #facts: ServerFacts | undefined;
  #tools: readonly McpTool[] = [];
  #line: ServerLine | undefined;
  #attempt: AbortController | undefined;
  /** Resolves when the previous process is gone: two of the same server could conflict. */
  #before: Promise<void> = Promise.resolve();
  readonly #changes: Readonly<Record<'tools' | 'resources' | 'prompts', CoalescedChanges>>;
  #stopped = false;

  constructor(request: Omit<LeaseRequest, 'holder'>, ports: SupervisionPorts, company: Company = alone) {
    this.definition = request.definition;
    this.#company = company;
    [this.#workspace] = request.folders;
    this.folders = new FolderUse({
      folders: request.folders,
      company,
      asked: () => this.#emit('folder'),
      askAgain: () => this.#line && this.#line.tellFolder.bind(this.#line),
    });
    this.#ports = ports;
    // Requests from older servers over stdout don't say which call they belong to.
    const { transport, era = 'legacy' } = request.definition;
    const isUntold = transport.kind === 'stdio' && era === 'legacy';
    this.#calls = new CallsInFlight({ contexts: isUntold ? 'untold' : 'told' });
    this.#restarts = new Restarts({ ...ports, backOff: ports.limits.backOff });
    this.#listeners = new Listeners((error) =>
      ports.report(`A listener of the MCP server ${request.server} failed`, error),
    );
    this.#log = new BoundedServerLog(ports.clock, hiderOf(request.definition));
    this.#requests = new LineRequests({
      server: request.server,
      definition: request.definition,
      scheduler: ports.scheduler,
      recorder: ports.recorder,
      callMs: ports.limits.callMs,
      line: () => this.#line,
      state: () => this.#state,
      challenge: () => this.#challenge,
      settled: (signal) => this.settled(signal),
      needAuth: (challenge) => this.#needAuth(challenge),
    });
    this.#changes = {
      tools: new CoalescedChanges(ports.scheduler, () => this.#listAgain()),
      resources: new CoalescedChanges(ports.scheduler, () => this.#emit('resources')),
      prompts: new CoalescedChanges(ports.scheduler, () => this.#emit('prompts')),
    };
    try {
      this.#authorization = authorizationOf(request, ports.authority);
      this.#authorization?.onChange((change) => this.#tokenChanged(change));
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

  get installing(): string | undefined {
    return this.#installing;
  }

  get restarts(): number {
    return this.#restarts.count;
  }

  async settled(signal?: CancelSignal): Promise<void> {
    if (signal?.aborted === true) throw signal.reason;
    if (!this.#isSettled()) await this.#settling.wait(signal);
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  callTool(...[request, context]: Parameters<ServerConnection['callTool']>): Promise<McpToolResult> {
    return this.#requests.callTool(request, context);
  }

  request(...[method, params, context]: Parameters<ServerConnection['request']>): Promise<unknown> {
    return this.#requests.run(method, params, context, (line, call) => line.request(method, params, call));
  }

  restart(): void {
    if (this.#stopped) return;
    this.#log.write('host', 'Started again on request.', 'info');
    this.#letGo();
    this.#restarts.forgive();
    this.#restarts.counted();
    this.#begin();
  }

  cancelInstallation(): void {
    if (this.#installing !== undefined) this.#attempt?.abort(installationCanceled());
  }

  /** Permanently. Resolves when its process is gone. */
  async stop(): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#letGo();
      this.#authorization?.dispose();
      this.#become({ kind: 'stopped' });
    }
    await this.#before;
  }

  #begin(): void {
    this.#restarts.cancel();
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#become({ kind: 'starting' });
    void this.#try(attempt);
  }

  async #try(attempt: AbortController): Promise<void> {
    let leave = () => {};
    let line: ServerLine | undefined;
    try {
      leave = await this.#ports.gates.of(this.definition).enter(attempt.signal);
      await Promise.all([this.#before, this.#company.othersEnded()]);
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

  #open(attempt: AbortController, current: () => ServerLine | undefined): Promise<ServerLine> {
    const { scheduler, limits } = this.#ports;
    const ports: Omit<LinePorts, 'watch'> = {
      ...this.#ports,
      log: this.#log,
      calls: this.#calls,
      workspace: this.#workspace,
      ...(this.definition.roots !== 'none' && { folders: () => this.folders.tell() }),
      authorization: this.#authorization,
      changed: (what) => this.#changed(what),
      ended: (reason, lasting) => {
        const line = current();
        if (line !== undefined && line === this.#line) this.#fell(reason, lasting);
      },
    };
    const wasUp = this.#facts !== undefined;
    const opening = openInTime(this.definition, ports, {
      ...{ attempt, scheduler, startMs: limits.startMs, wasUp },
      installing: (by) => {
        this.#installing = by;
        this.#emit('installing');
      },
    });
    this.#before = overWith(opening);
    return opening;
  }

  #opened(line: ServerLine): void {
    this.#attempt = undefined;
    this.#line = line;
    this.#restarts.ready();
    const factsBefore = JSON.stringify(this.#facts);
    this.#facts = line.facts;
    if (JSON.stringify(line.facts) !== factsBefore) this.#emit('facts');
    this.#takeTools(line);
    if (this.#line !== line) return;
    this.#become({ kind: 'ready' });
    // It may have ended while listeners ran.
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
    this.#restarts.fell();
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
    if (error instanceof StartFailure && this.#isLasting(error)) this.#fail(reason);
    else if (error instanceof StartFailure && error.shortage) this.#later(reason);
    else this.#again(reason);
  }

  /** A server that was up once was set up well: its files may just be changing. */
  #isLasting({ lasting, misconfigured }: StartFailure): boolean {
    return lasting || (misconfigured && this.#facts === undefined);
  }

  /**
   * Schedules the next attempt. A server that was never up shows its error immediately; one that was is shown as
   * starting.
   */
  #again(reason: string): void {
    this.#restarts.failed();
    if (this.#restarts.isOverCeiling) {
      this.#fail(
        `${sentence(reason)} It was started ${this.#restarts.failures} times in a row without success. Fix the cause, then start it again.`,
      );
      return;
    }
    this.#retry();
    this.#become(this.#facts === undefined ? errorState(reason) : { kind: 'starting' });
  }

  /** Retries without limit; beyond the ceiling, callers no longer wait for it. */
  #later(reason: string): void {
    this.#restarts.failed();
    this.#retry();
    const isExpected = this.#facts !== undefined && !this.#restarts.isOverCeiling;
    this.#become(isExpected ? { kind: 'starting' } : errorState(reason));
  }

  #retry(): void {
    this.#log.write(
      'host',
      this.#restarts.plan(() => this.#begin()),
      'info',
    );
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
      this.#restarts.forgive();
      if (this.#line === undefined) {
        this.#begin();
        return;
      }
      this.#become({ kind: 'ready' });
      // After a sign-in, a server may offer more.
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

  async #listAgain(): Promise<void> {
    const line = this.#line;
    if (line === undefined) return;
    await line.listToolsAgain(this.#ports.limits.startMs);
    if (this.#line === line) this.#takeTools(line);
  }

  #letGo(): void {
    this.#restarts.cancel();
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
    if (this.#isSettled()) this.#settling.release();
    this.#emit('state');
  }

  #isSettled(): boolean {
    if (this.#state.kind === 'starting' || this.#attempt !== undefined) return false;
    return !this.#restarts.isPlanned || this.#restarts.isOverCeiling;
  }

  #emit(change: ConnectionChange): void {
    this.#listeners.tell(change);
  }
}
