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
  /** What cards show of these is another thing now. */
  changed(artifacts: readonly string[]): void | Promise<void>;
  /** Something went wrong that nobody waits to hear about. */
  report(problem: string, error?: unknown): void;
}

const wanted = ['extract_text', 'generate_thumbnail'];
/** How many artifacts of full lines are passed over before a pass gives up. */
const farthest = 10 * deriveLimits.inLine;

/**
 * Works out text and picture of artifacts in the background, so that they are found by their words and seen on their
 * cards. Whose provider is away is found by its title until the provider is there.
 */
export class Deriver {
  readonly #ports: DeriverPorts;
  readonly #lines = new Lines();
  readonly #late: Late;
  readonly #leases: Leases;
  readonly #marks: HandlerStatusMarks;
  /** Artifacts to look at, oldest first. */
  readonly #changed = new Set<string>();
  /** Those that changed while they were being worked on. */
  readonly #overtaken = new Set<string>();
  readonly #toAnnounce = new Set<string>();
  readonly #abort = new AbortController();
  /** Where the next pass over all that is due begins: behind this artifact. Undefined: no pass is wanted. */
  #pass: { readonly after: string | undefined } | undefined;
  /** Where a pass goes on that found its lines too full. */
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

  /** Takes up what an earlier run left. */
  start(): void {
    this.#unlisten = this.#ports.handlers.onChange((workspace) => {
      if (this.#marks.isStale(workspace)) this.#passFromStart([workspace]);
    });
    this.#recheckLater();
    this.#passFromStart([]);
  }

  /** These artifacts have changed, durably. */
  poke(artifacts: readonly string[]): void {
    for (const id of artifacts) {
      if (this.#changed.size < deriveLimits.remembered) this.#changed.add(id);
      else this.#wantPass(undefined);
    }
    this.#wake();
  }

  /** What was under way is done again by the next run. */
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
    /** Behind which artifact the next pass begins, when lines were too full for some of this one. */
    let left: { readonly after: string | undefined; count: number } | undefined;
    for (;;) {
      // Gives everybody else a turn.
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

  /** False when the line is full; true when it stands in line, or has nothing to wait for there. */
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
    // Somebody works there now: their server is worth starting. What was found on a pass waits until it is.
    if (how === 'changed') this.#leases.need(row.workspace, deriveLimits.discoveryMs);
    return true;
  }

  #waitForProvider({ workspace, type }: ArtifactRow): void {
    this.#marks.note(workspace, type, this.#ports.handlers.statusOf(workspace, type));
  }

  /** Undefined when its provider is away. */
  #lineOf({ workspace, type }: ArtifactRow): string | undefined {
    const status = this.#ports.handlers.statusOf(workspace, type);
    const providers = wanted.map((capability) => providerOf(status, type, capability));
    if (providers.some(({ kind }) => kind === 'absent')) return undefined;
    const server = providers.find((provider) => provider.kind === 'server');
    return server === undefined ? platformLine : server.status.server;
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
    // Purged, or something else by now: that is another change, and comes by itself.
    if (now === undefined || substanceKey(now) !== key) return;
    await this.#keep(id, key, derived);
  }

  async #keep(id: string, key: string, derived: Derived): Promise<void> {
    const { kernel, store } = this.#ports;
    const { failure, hasText, text, excerpt, thumbnail } = derived;
    const again = failure !== undefined && this.#late.failed(id, key);
    if (failure === undefined) this.#late.forget(id);
    else if (!again)
      this.#ports.report(`What can be shown of the artifact ${id} is not complete: ${failure}`);
    if (again) this.#tryLater();
    // Better the text of an earlier state than none, as long as there is hope.
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
    // The next run takes up what this one leaves.
    if (this.#stopped || error instanceof KernelClosed || error instanceof KernelStopped) return;
    this.#ports.report('Texts or pictures could not be derived; that is tried again in a moment.', error);
    this.#cancelRetry();
    this.#cancelRetry = this.#ports.scheduler.after(deriveLimits.readAgainMs, () => this.#passFromStart([]));
  }
}
