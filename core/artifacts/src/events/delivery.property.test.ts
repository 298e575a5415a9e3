import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventArgumentsSchema } from '@loggia/content';
import { me } from '@loggia/testing/artifacts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BackgroundRig } from '../handlers/background-rig.testkit.ts';
import type { HandlerCall, McpResult } from '../handlers/handler-access.ts';
import { failed, ok, owner } from '../handlers/scripted-handlers.testkit.ts';
import type { EventKind } from '../store.ts';
import { Dispatcher } from './dispatcher.ts';

const type = 'application/vnd.acme.invoice';
const moods = ['well', 'fails', 'refuses', 'hangs', 'crashesAfterwards', 'slow'] as const;
type Mood = (typeof moods)[number];

/** A handler in a separate process: it outlives the host, and remembers events. */
class Handler {
  mood: Mood = 'well';
  /** By artifact, the events that took effect, in order; a repeated event has no effect. */
  readonly effects = new Map<string, string[]>();
  readonly violations: string[] = [];
  readonly #known = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #last = new Map<string, string>();

  async answer({ arguments: given }: HandlerCall, wait: (ms: number) => Promise<void>): Promise<McpResult> {
    const { event, artifact } = eventArgumentsSchema.parse(given);
    const before = this.#last.get(artifact.id);
    if (before !== undefined && before !== event.id && !this.#taken.has(before)) {
      this.violations.push(`${event.kind} of ${artifact.id} came before the owner had taken the one before`);
    }
    if (this.#taken.has(event.id) && before !== event.id) {
      this.violations.push(`${event.kind} of ${artifact.id} came again after a later one`);
    }
    this.#last.set(artifact.id, event.id);
    const { mood } = this;
    if (mood === 'slow') await wait(5000);
    if (mood === 'fails') return failed;
    if (mood === 'hangs') return new Promise(() => {});
    if (mood === 'refuses') throw new Error('The connection is closed.');
    const effects = this.effects.get(artifact.id) ?? [];
    this.effects.set(artifact.id, effects);
    if (!this.#known.has(event.id)) effects.push(`${event.kind} ${artifact.version}`);
    this.#known.add(event.id);
    if (mood === 'crashesAfterwards') throw new Error('The server has ended.');
    this.#taken.add(event.id);
    return ok;
  }
}

/** The host, which can be killed and restarted on its files. */
class Host {
  readonly handler = new Handler();
  readonly directory: string;
  background!: BackgroundRig;
  workspace = '';
  /** The number of undelivered events at the end. */
  left = 0;
  /** Everything that durably happened, in order. */
  readonly emitted: { readonly artifact: string; readonly kind: EventKind }[] = [];
  #dispatcher!: Dispatcher;
  #ready = true;

  constructor(directory: string) {
    this.directory = directory;
  }

  async boot(): Promise<void> {
    const now = this.background?.rig.clock.now();
    const background = await BackgroundRig.open({
      directory: this.directory,
      ...(now !== undefined && { now }),
    });
    this.background = background;
    this.workspace ||= await background.rig.workspace();
    background.handlers.answer = (call) =>
      this.handler.answer(
        call,
        (ms) => new Promise((resolve) => background.scheduler.after(ms, resolve) satisfies () => void),
      );
    this.#stand();
    this.#dispatcher = new Dispatcher(background.ports);
    this.#dispatcher.start();
  }

  toggle(): void {
    this.#ready = !this.#ready;
    this.#stand();
  }

  #stand(): void {
    this.background.handlers.set(type, owner('acme', { ready: this.#ready }), this.workspace);
  }

  async crash(): Promise<void> {
    this.background.handlers.answer = () => new Promise(() => {});
    await this.background.crash();
    this.#dispatcher.stop();
    await this.boot();
  }

  async happened(artifact: string, kind: EventKind): Promise<void> {
    this.emitted.push({ artifact, kind });
    this.#dispatcher.poke();
  }

  async create(): Promise<void> {
    const { id } = await this.background.rig.create(this.workspace, { type });
    await this.happened(id, 'create');
  }

  get artifacts(): string[] {
    return this.emitted.flatMap(({ artifact, kind }) => (kind === 'create' ? [artifact] : []));
  }

  async edit(artifact: string, value: number): Promise<void> {
    const { artifacts } = this.background.rig;
    await artifacts.updateArtifact({ artifact, context: { value } }, me);
  }

  async commit(artifact: string, value: number): Promise<void> {
    await this.edit(artifact, value);
    await this.background.rig.commit(artifact);
    await this.happened(artifact, 'commit');
  }

  /** Killed at the worst moment: the commit was requested, and may or may not be on the disk. */
  async commitAndCrash(artifact: string, value: number, turns: number): Promise<void> {
    await this.edit(artifact, value);
    const before = (await this.background.rig.store.artifact(artifact))?.version ?? 0;
    this.background.rig.commit(artifact).catch(() => {});
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    await this.crash();
    const after = (await this.background.rig.store.artifact(artifact))?.version ?? 0;
    if (after > before) await this.happened(artifact, 'commit');
  }

  async finish(): Promise<void> {
    this.handler.mood = 'well';
    if (!this.#ready) this.toggle();
    const { store } = this.background.rig;
    for (let round = 0; round < 50; round++) {
      const parked = await store.events({ status: 'parked', limit: 1000 });
      await this.#dispatcher.replay(parked.map(({ id }) => id));
      await this.background.advance(10 * 60_000);
      if ((await store.events({ limit: 1 })).length === 0) break;
    }
    this.left = (await store.events({ limit: 10 })).length;
    this.#dispatcher.stop();
    await this.background.close();
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const) }),
  fc.record({ do: fc.constant('commit' as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant('commitAndCrash' as const), which: fc.nat(9), turns: fc.nat(4) }),
  fc.record({ do: fc.constant('mood' as const), mood: fc.constantFrom(...moods) }),
  fc.record({ do: fc.constant('toggle' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 900, 5000, 31_000, 400_000) }),
  fc.record({ do: fc.constant('crash' as const) }),
);

describe('delivery of events', () => {
  it('H2: reaches the owner at least once, in order for each artifact, none lost, whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const directory = await mkdtemp(join(tmpdir(), 'loggia-delivery-'));
        const host = new Host(directory);
        await host.boot();
        await host.create();
        let value = 0;
        for (const next of steps) {
          const { artifacts } = host;
          const which = 'which' in next ? (artifacts[next.which % artifacts.length] ?? '') : '';
          value += 1;
          if (next.do === 'create') await host.create();
          else if (next.do === 'commit') await host.commit(which, value);
          else if (next.do === 'commitAndCrash') await host.commitAndCrash(which, value, next.turns);
          else if (next.do === 'mood') host.handler.mood = next.mood;
          else if (next.do === 'toggle') host.toggle();
          else if (next.do === 'wait') await host.background.advance(next.ms);
          else await host.crash();
        }
        await host.finish();
        await rm(directory, { recursive: true, force: true });

        expect(host.left).toBe(0);
        expect(host.handler.violations).toEqual([]);
        const expected = host.artifacts.map((id) => {
          const kinds = host.emitted.filter(({ artifact }) => artifact === id).map(({ kind }) => kind);
          return [id, kinds.map((kind, version) => `${kind} ${version}`)] as const;
        });
        expect(host.handler.effects).toEqual(new Map(expected));
      }),
      { numRuns: 30 },
    );
  });
});
