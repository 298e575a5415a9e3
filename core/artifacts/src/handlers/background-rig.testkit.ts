import { ArtifactRig } from '@loggia/testing/artifacts';
import { ManualScheduler, SeededRandom, type StoreTap, tapStore } from '@loggia/testing/kernel';
import type { Clock, Store } from '@loggia/kernel';
import { createEmitter } from '../events/emitter.ts';
import type { ArtifactPorts } from '../ports.ts';
import { ScriptedHandlers } from './scripted-handlers.testkit.ts';

/** A clock shared by several rigs. */
class SharedClock implements Clock {
  of: Clock | undefined;

  now(): number {
    return this.of?.now() ?? 0;
  }
}

let runs = 0;

/** Artifacts, scripted handlers and a manual clock; the test starts background work itself. */
export class BackgroundRig {
  readonly rig: ArtifactRig;
  readonly handlers: ScriptedHandlers;
  readonly scheduler: ManualScheduler;
  readonly problems: string[] = [];
  readonly #tap: StoreTap;
  readonly #disk: Store;

  static async open(
    options: { readonly directory?: string; readonly now?: number } = {},
  ): Promise<BackgroundRig> {
    const { now, ...rest } = options;
    const clock = new SharedClock();
    const random = new SeededRandom(++runs);
    const emit: ArtifactPorts['emit'] = createEmitter({ clock, random: () => random.next() });
    const stores: { tap: StoreTap; disk: Store }[] = [];
    const rig = await ArtifactRig.open({
      ...rest,
      emit,
      store: (disk) => {
        const tap = tapStore(disk);
        stores.push({ tap, disk });
        return tap;
      },
    });
    clock.of = rig.clock;
    if (now !== undefined) rig.clock.advance(now - rig.clock.now());
    const [store] = stores;
    if (store === undefined) throw new Error('The rig opened no store.');
    return new BackgroundRig(rig, store);
  }

  private constructor(rig: ArtifactRig, { tap, disk }: { tap: StoreTap; disk: Store }) {
    this.rig = rig;
    this.handlers = new ScriptedHandlers();
    this.scheduler = new ManualScheduler(rig.clock);
    this.#tap = tap;
    this.#disk = disk;
  }

  /** The ports of every background worker. */
  get ports() {
    const { kernel, store, clock } = this.rig;
    return {
      kernel,
      store,
      handlers: this.handlers,
      clock,
      scheduler: this.scheduler,
      random: () => 0,
      report: (problem: string) => void this.problems.push(problem),
    };
  }

  /** Lets everything happen that doesn't need time to pass. */
  async calm(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) {
      await this.rig.kernel.settled();
      await this.scheduler.settle();
    }
  }

  /** Advances the clock, stopping at every timer to let it run. */
  async advance(ms: number): Promise<void> {
    const { clock } = this.rig;
    const end = clock.now() + ms;
    for (;;) {
      await this.calm();
      const next = this.scheduler.nextTimerAt;
      if (next === undefined || next > end) break;
      await this.scheduler.advance(Math.max(0, next - clock.now()));
    }
    await this.scheduler.advance(end - clock.now());
  }

  /** Waits for a condition without advancing the clock, however long the disk takes. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const patience = AbortSignal.timeout(20_000);
    while (!(await isSo())) {
      if (patience.aborted) throw new Error('What the test waits for has not come.');
      await this.scheduler.settle();
    }
  }

  /** Simulates the end of the process: nothing more is written. Another rig can open the same directory. */
  async crash(): Promise<void> {
    await this.#tap.sever();
    await this.#disk.close();
  }

  close(): Promise<void> {
    return this.rig.close();
  }
}
