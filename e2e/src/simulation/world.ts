import type { Transport } from '@loggia/client';
import { LinkedTransport, ManualClock, ManualScheduler, SeededRandom, type LinkedEnd } from '@loggia/testing';
import { forgetful, repeating, type Defect } from './defects.ts';
import { SimulatedClient } from './simulated-client.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedHost, type HostOptions } from './simulated-host.ts';
import { newTally } from './tally.ts';
import { tick } from './ticks.ts';
import { Witness } from './witness.ts';

interface Line {
  readonly linked: LinkedTransport;
  readonly client: SimulatedClient;
}

/** Reports that are fine: agents that fail on purpose, and a disk that was told to. */
const expectedReports = [
  /^The agent "echo" failed/,
  /^Nothing can be changed for now/,
  /^Storage accepts writes again/,
];

/** A host, its disk, its clients and everything between them. Nothing in it moves unless it is told to. */
export class World {
  readonly random: SeededRandom;
  readonly tally = newTally();
  readonly clock = new ManualClock();
  readonly clients: SimulatedClient[] = [];
  readonly disk: SimulatedDisk;
  /** Failures that no caller waits for. */
  readonly troubles: string[] = [];
  readonly #clientTime = new ManualScheduler(this.clock);
  readonly #hostOptions: HostOptions;
  readonly #defect: Defect | undefined;
  #host: SimulatedHost;
  #lines: Line[] = [];
  #calm = false;

  constructor(seed: number, defect?: Defect) {
    const random = new SeededRandom(seed);
    const { tally } = this;
    this.random = random;
    this.#defect = defect;
    this.disk = new SimulatedDisk(random, tally, { acknowledgesEarly: defect === 'publishes-early' });
    let ids = 0;
    this.#hostOptions = {
      disk: this.disk,
      clock: this.clock,
      limits: {
        graceMs: random.pick([100, 1_000]),
        kernelLimits: {
          snapshotEvery: random.between(2, 12),
          idleMs: random.pick([20, 200]),
          retainActions: random.pick([5, 20, 60, 1_000]),
          trimStep: random.between(1, 10),
          commitBurst: random.between(1, 4),
          collectMs: 4,
          retryMs: 10,
          retryMaxMs: 40,
          evictAtOnce: 2,
        },
        wireLimits: {
          maxBacklogBytes: random.pick([12_000, 1_000_000]),
          burst: random.pick([20, 20_000]),
          maxWaiting: 4,
          handshakeWithinMs: 3_000,
        },
      },
      newId: () => `id-${++ids}`,
      noticesLate: () => {
        const late = !this.#calm && random.chance(0.3);
        if (late) tally.linesLeftHalfOpen += 1;
        return late;
      },
      closing: (code) => {
        if (code === 4008) tally.slowReadersDropped += 1;
      },
      trouble: (problem, error) => this.#trouble(problem, error),
    };
    this.#host = new SimulatedHost(this.#hostOptions);
  }

  get host(): SimulatedHost {
    return this.#host;
  }

  addClient(): SimulatedClient {
    const { random, clock, tally } = this;
    const witness = new Witness(this.disk.chronicle, tally);
    const client: SimulatedClient = new SimulatedClient({
      name: `client-${this.clients.length + 1}`,
      clock,
      scheduler: this.#clientTime,
      random,
      tally,
      connect: async () => witness.over(this.#connect(client)),
      trouble: (problem, error) => this.#trouble(problem, error),
    });
    this.clients.push(client);
    return client;
  }

  /** Delivers the oldest message that is on its way to one end. */
  flushOne(client: SimulatedClient, to: LinkedEnd): boolean {
    return client.linked !== undefined && this.#flush(client.linked, to);
  }

  /** Delivers what is under way on the client's line now, and not what that brings about. */
  flushAll(client: SimulatedClient): void {
    const { linked } = client;
    for (const to of ['host', 'client'] as const) {
      for (let left = linked?.lane(to).queued.length ?? 0; left > 0 && this.flushOne(client, to); left--);
    }
  }

  cut(client: SimulatedClient): boolean {
    if (!client.linked?.isOpen) return false;
    this.tally.cuts += 1;
    if (client.isMidHandshake) this.tally.cutsMidHandshake += 1;
    client.linked.cut();
    return true;
  }

  /** The host finds out about one line that is gone. */
  notice(): boolean {
    const halfOpen = [...this.#host.lines.values()].filter((line) => line.isHalfOpen);
    if (halfOpen.length > 0) this.random.pick(halfOpen).notice();
    return halfOpen.length > 0;
  }

  /** The process is gone from one instant to the next, and another one starts on the same disk. */
  crash(): void {
    this.tally.crashes += 1;
    if (!this.#host.engine) this.tally.crashesWhileStarting += 1;
    this.#host.kill();
    this.disk.crash();
    this.#startAnew();
  }

  /** The process ends in an orderly way; a disk that is full would keep it waiting. */
  async stop(): Promise<boolean> {
    const { engine } = this.#host;
    if (!engine || this.disk.mood !== 'prompt') return false;
    this.tally.stops += 1;
    await this.#until(engine.stop());
    for (const { linked } of this.#lines) linked.flushAll('client');
    this.#host.kill();
    this.disk.crash();
    this.#startAnew();
    return true;
  }

  /** Lets time pass for host and clients alike, each timer at its moment. */
  async pass(ms: number): Promise<void> {
    const { tally } = this;
    const end = this.clock.now() + ms;
    const before = { hot: this.#hotChannels, removed: tally.channelsRemoved };
    for (let timers = 0; ; timers++) {
      if (timers > 10_000) throw new Error('There is always another timer.');
      const next = Math.min(
        ...[this.#host.scheduler, this.#clientTime].map(({ nextTimerAt = Infinity }) => nextTimerAt),
      );
      if (next > end) break;
      this.clock.advance(Math.max(0, next - this.clock.now()));
      await this.#host.scheduler.advance(0);
      await this.#clientTime.advance(0);
    }
    this.clock.advance(end - this.clock.now());
    tally.evictions += Math.max(0, before.hot - this.#hotChannels - (tally.channelsRemoved - before.removed));
  }

  /** Delivers everything and what follows from it, without letting time pass. */
  async settle(): Promise<void> {
    for (let rounds = 0, isQuiet = false; !isQuiet; rounds++) {
      if (rounds > 1_000) throw new Error('There is always something more to deliver.');
      await tick();
      this.#host.scheduler.endTurn();
      this.#lines = this.#lines.filter(({ linked }) => linked.isOpen);
      for (const { linked } of this.#lines)
        while (this.#flush(linked, 'host') || this.#flush(linked, 'client'));
      await tick();
      isQuiet = this.#isQuiet();
    }
  }

  /** Lets time pass while everything arrives at once. */
  async live(ms: number): Promise<void> {
    await this.settle();
    for (let left = ms; left > 0; left -= 50) {
      await this.pass(Math.min(left, 50));
      await this.settle();
    }
  }

  /** From here on nothing more goes wrong. */
  calm(): void {
    this.#calm = true;
    this.disk.recover();
    while (this.notice());
  }

  /** Lets time pass until it is done. */
  async #until(work: Promise<void>): Promise<void> {
    const late = Symbol('late');
    for (let rounds = 0; rounds < 100; rounds++) {
      await this.pass(10);
      if ((await Promise.race([work, tick().then(() => late)])) !== late) return;
    }
    throw new Error('The host does not stop.');
  }

  get #hotChannels(): number {
    return this.#host.engine?.kernel.hotChannels ?? 0;
  }

  #isQuiet(): boolean {
    if (this.disk.isReading || this.#host.scheduler.pendingTurns > 0) return false;
    return this.#lines.every(
      ({ linked }) => linked.isQuiet || this.#host.lines.get(linked)?.isPaused === true,
    );
  }

  #flush(linked: LinkedTransport, to: LinkedEnd): boolean {
    if (to === 'host' && this.#host.lines.get(linked)?.isPaused) return false;
    return linked.flushOne(to);
  }

  #connect(client: SimulatedClient): Transport {
    const linked = new LinkedTransport();
    this.#host.accept(linked);
    client.linked = linked;
    this.#lines.push({ linked, client });
    if (this.#defect === 'forgets-on-reconnect') return forgetful(linked.client);
    if (this.#defect === 'hears-twice') return repeating(linked.client);
    return linked.client;
  }

  #startAnew(): void {
    const { lines } = this.#host;
    this.#host = new SimulatedHost(this.#hostOptions);
    this.#lines = [];
    for (const linked of lines.keys()) {
      // The old process hears nothing more.
      linked.host.onMessage(() => {});
      linked.host.onClose(() => {});
      linked.cut();
    }
  }

  #trouble(problem: string, error: unknown): void {
    if (expectedReports.some((expected) => expected.test(problem))) return;
    this.troubles.push(
      `${problem}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
