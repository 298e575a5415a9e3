import { type Clock, type Kernel, KernelClosed, KernelStopped, type Scheduler } from '@loggia/kernel';
import { providerOf } from '../capabilities/provider.ts';
import type { HandlerAccess } from '../handlers/handler-access.ts';
import { Leases } from '../handlers/leases.ts';
import { HandlerStatusMarks } from '../handlers/handler-status-marks.ts';
import { artifactsPart, substanceKey, type ArtifactRow, type ArtifactStore } from '../store.ts';
import { deriveOne, type Derived, type DerivePorts } from './derive-one.ts';
import { Late } from './late.ts';
import { deriveLimits } from './limits.ts';
import { Lines, platformLine } from './lines.ts';

export interface DeriverPorts extends DerivePorts {
  readonly kernel: Pick<Kernel, 'enlist' | 'settled'>;
  readonly store: Pick<ArtifactStore, 'artifact' | 'derived' | 'underived'>;
  readonly handlers: HandlerAccess;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Numbers from 0 up to but not including 1. */
  random(): number;
  /** The cards of these artifacts have changed. */
  changed(artifacts: readonly string[]): void | Promise<void>;
  /** Reports a problem that no caller is waiting for. */
  report(problem: string, error?: unknown): void;
}

const wanted = ['extract_text', 'glimpse', 'generate_thumbnail'];
/** The number of artifacts in full queues that a pass skips before it stops. */
const farthest = 10 * deriveLimits.inLine;

/**
 * Derives the text and picture of artifacts in the background, for search and cards. While an artifact's provider is
 * unavailable, only its title can be found.
 */
export class Deriver {
  readonly #ports: DeriverPorts;
  readonly #lines = new Lines();
  readonly #late: Late;
  readonly #leases: Leases;
  readonly #marks: HandlerStatusMarks;
  /** Artifacts to look at, oldest first. */
  readonly #changed = new Set<string>();
  /** Artifacts that changed while they were being worked on. */
  readonly #overtaken = new Set<string>();
  readonly #toAnnounce = new Set<string>();
  readonly #abort = new AbortController();
  /** The artifact after which the next pass over everything due starts. Undefined: no pass is needed. */
  #pass: { readonly after: string | undefined } | undefined;
  /** The position at which a pass continues that found its queues full. */
  #leftOver: { readonly after: string | undefined } | undefined;
  #pumping = false;
  #again = false;
  #cancelAgain = (): void => {};
  #cancelRetry = (): void => {};
  #cancelRecheck = (): void => {};
  #cancelAnnounce = (): void => {};
  #unlisten = (): void => {};

  constructor(ports: DeriverPorts) {
    this.#ports = ports;
    this.#late = new Late(ports.clock, () => ports.random());
    this.#leases = new Leases(ports);
    this.#marks = new HandlerStatusMarks(ports.handlers);
  }

  get #stopped(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Also continues the work of an earlier run. */
  start(): void {
    this.#unlisten = this.#ports.handlers.onChange((workspace) => {
      if (this.#marks.isStale(workspace)) this.#passFromStart([workspace]);
    });
    this.#recheckLater();
    this.#passFromStart([]);
  }

  /** These artifacts have durably changed. */
  poke(artifacts: readonly string[]): void {
    for (const id of artifacts) {
      if (this.#changed.size < deriveLimits.remembered) this.#changed.add(id);
      else this.#wantPass(undefined);
    }
    this.#wake();
  }

  /** Interrupted work is repeated by the next run. */
  stop(): void {
    this.#abort.abort();
    this.#unlisten();
    this.#cancelAgain();
    this.#cancelRetry();
    this.#cancelRecheck();
    this.#cancelAnnounce();
    this.#leases.releaseAll();
  }

  #passFromStart(workspaces: readonly string[]): void {
    for (const workspace of workspaces) this.#marks.forget(workspace);
    this.#wantPass(undefined);
    this.#wake();
  }

  #wantPass(after: string | undefined): void {
    const before = this.#pass;
    const earlier = before?.after !== undefined && after !== undefined && before.after < after;
    if (before !== undefined && (before.after === undefined || earlier)) return;
    this.#pass = { after };
  }

  #wake(): void {
    this.#again = true;
    if (!this.#pumping && !this.#stopped) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#lineUp();
        this.#work();
      }
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#pumping = false;
    }
  }

  async #lineUp(): Promise<void> {
    const { store } = this.#ports;
    for (const id of this.#changed) {
      if (this.#stopped) return;
      this.#changed.delete(id);
      const row = await store.artifact(id);
      if (row === undefined || !(await this.#isDue(row))) this.#late.forget(id);
      else if (!this.#join(row, 'changed')) this.#wantPass(undefined);
      this.#work();
    }
    const pass = this.#pass;
    this.#pass = undefined;
    if (pass !== undefined) await this.#passOver(pass.after);
  }

  async #isDue(row: ArtifactRow): Promise<boolean> {
    if (row.deletedAt !== undefined) return false;
    const derived = await this.#ports.store.derived(row.id);
    return derived?.key !== substanceKey(row);
  }

  async #passOver(from: string | undefined): Promise<void> {
    const { kernel, store } = this.#ports;
    let after = from;
    /** The artifact after which the next pass starts if queues were full in this one. */
    let left: { readonly after: string | undefined; count: number } | undefined;
    for (;;) {
      // Lets other work run.
      await kernel.settled();
      const rows = this.#stopped ? [] : await store.underived(deriveLimits.page, after);
      for (const row of rows) {
        if (!this.#join(row, 'found')) {
          left ??= { after, count: 0 };
          left.count += 1;
        }
        after = row.id;
      }
      this.#work();
      if (rows.length < deriveLimits.page || (left !== undefined && left.count >= farthest)) break;
    }
    if (left !== undefined) this.#leftOver = left;
  }

  /** False if the queue is full; true if the artifact is queued or doesn't need to be. */
  #join(row: ArtifactRow, how: 'changed' | 'found'): boolean {
    const { id } = row;
    if (this.#lines.has(id)) {
      if (how === 'changed') this.#overtaken.add(id);
      return true;
    }
    if (this.#late.isWaiting(id, substanceKey(row))) return true;
    const line = this.#lineOf(row);
    if (line !== undefined) return this.#lines.join(line, id);
    this.#waitForProvider(row);
    // A change means that somebody works there now, so its server is worth starting. Artifacts found on a pass wait
    // until it runs.
    if (how === 'changed') this.#leases.need(row.workspace, deriveLimits.discoveryMs);
    return true;
  }

  #waitForProvider({ workspace, type }: ArtifactRow): void {
    this.#marks.note(workspace, type, this.#ports.handlers.statusOf(workspace, type));
  }

  /** Undefined if its provider is unavailable. */
  #lineOf({ workspace, type }: ArtifactRow): string | undefined {
    const status = this.#ports.handlers.statusOf(workspace, type);
    const providers = wanted.map((capability) => providerOf(status, type, capability));
    if (providers.some(({ kind }) => kind === 'absent')) return undefined;
    const asked = providers.find((provider) => provider.kind === 'server');
    return asked === undefined ? platformLine : asked.server.server;
  }

  #work(): void {
    for (let id = this.#lines.next(); id !== undefined && !this.#stopped; id = this.#lines.next()) {
      void this.#workOn(id);
    }
  }

  async #workOn(id: string): Promise<void> {
    try {
      await this.#derive(id);
    } catch (error) {
      this.#failed(error);
    }
    if (this.#lines.leave(id) && this.#leftOver !== undefined) {
      this.#wantPass(this.#leftOver.after);
      this.#leftOver = undefined;
    }
    if (this.#overtaken.delete(id)) this.#changed.add(id);
    if (!this.#stopped) this.#wake();
  }

  async #derive(id: string): Promise<void> {
    const { store } = this.#ports;
    const row = await store.artifact(id);
    if (row === undefined || !(await this.#isDue(row))) return;
    if (this.#lineOf(row) === undefined) {
      this.#waitForProvider(row);
      return;
    }
    const derived = await deriveOne(row, this.#ports, this.#abort.signal);
    if (this.#stopped) return;
    const now = await store.artifact(id);
    const key = substanceKey(row);
    // Purged, or changed meanwhile: that change is handled separately.
    if (now === undefined || substanceKey(now) !== key) return;
    await this.#keep(id, key, derived);
  }

  async #keep(id: string, key: string, derived: Derived): Promise<void> {
    const { kernel, store } = this.#ports;
    const { failure, hasText, text, excerpt, thumbnail } = derived;
    const again = failure !== undefined && this.#late.failed(id, key);
    if (failure === undefined) this.#late.forget(id);
    else if (!again)
      this.#ports.report(`The text or picture of the artifact ${id} is incomplete: ${failure}`);
    if (again) this.#tryLater();
    // While a retry is possible, the text of an earlier state is better than none.
    if (again && !hasText) return;
    const before = await store.derived(id);
    // Without the key it stays due.
    const row = { artifact: id, key: again ? '' : key, excerpt, thumbnail };
    kernel.enlist(artifactsPart, { kind: 'derived', row, text });
    await kernel.settled();
    if (before?.excerpt !== excerpt || before?.thumbnail !== thumbnail) this.#announce(id);
  }

  #announce(id: string): void {
    this.#toAnnounce.add(id);
    if (this.#toAnnounce.size > 1) return;
    this.#cancelAnnounce = this.#ports.scheduler.after(deriveLimits.announceMs, () => {
      const ids = [...this.#toAnnounce];
      this.#toAnnounce.clear();
      void this.#tell(ids);
    });
  }

  async #tell(ids: readonly string[]): Promise<void> {
    try {
      await this.#ports.changed(ids);
    } catch (error) {
      this.#failed(error);
    }
  }

  #tryLater(): void {
    const at = this.#late.nextAt();
    this.#cancelAgain();
    if (at === Infinity) return;
    const { clock, scheduler } = this.#ports;
    this.#cancelAgain = scheduler.after(Math.max(0, at - clock.now()), () => {
      this.poke(this.#late.due());
      this.#tryLater();
    });
  }

  #recheckLater(): void {
    this.#cancelRecheck = this.#ports.scheduler.after(deriveLimits.recheckMs, () => {
      const stale = this.#marks.stale();
      if (stale.length > 0) this.#passFromStart(stale);
      this.#recheckLater();
    });
  }

  #failed(error: unknown): void {
    // The next run continues with what this one leaves.
    if (this.#stopped || error instanceof KernelClosed || error instanceof KernelStopped) return;
    this.#ports.report('Texts or pictures could not be derived. The host retries in a moment.', error);
    this.#cancelRetry();
    this.#cancelRetry = this.#ports.scheduler.after(deriveLimits.readAgainMs, () => this.#passFromStart([]));
  }
}
