import assert from 'node:assert/strict';
import type { Enablement, SessionAction } from '@loggia/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderWith, Rig } from './rig.testkit.ts';
import { serversOf } from './tree-changes.ts';

const sessions = ['ahp-session:/1', 'ahp-session:/2'];
const names = ['a', 'b', 'inner'];

type Step =
  | { readonly kind: 'toggle'; readonly of: string; readonly enablement: Enablement[] }
  | { readonly kind: 'start' | 'stop' | 'background'; readonly of: string }
  | {
      readonly kind: 'server';
      readonly of: string;
      readonly becomes: 'ready' | 'error' | 'starting' | 'auth';
    }
  | { readonly kind: 'tools'; readonly of: string; readonly tools: string[] }
  | { readonly kind: 'client'; readonly tools: string[] }
  | { readonly kind: 'clientLeft' | 'use' | 'idle' | 'turn' | 'wait' };

const enablement = fc.uniqueArray(
  fc.oneof(
    fc.record({ kind: fc.constant('session' as const), enabled: fc.boolean() }),
    fc.record({ kind: fc.constant('global' as const), enabled: fc.boolean() }),
  ),
  { selector: ({ kind }) => kind, maxLength: 2 },
);
const of = fc.constantFrom(...names);
const tools = fc.subarray(['x', 'y', 'a__x']);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('toggle' as const), of: fc.constantFrom(...names, 'plugin'), enablement }),
  fc.record({ kind: fc.constantFrom('start' as const, 'stop' as const, 'background' as const), of }),
  fc.record({
    kind: fc.constant('server' as const),
    of,
    becomes: fc.constantFrom('ready' as const, 'error' as const, 'starting' as const, 'auth' as const),
  }),
  fc.record({ kind: fc.constant('tools' as const), of, tools }),
  fc.record({ kind: fc.constant('client' as const), tools }),
  fc.constantFrom<Step>(
    { kind: 'clientLeft' },
    { kind: 'use' },
    { kind: 'idle' },
    { kind: 'turn' },
    { kind: 'wait' },
  ),
);

/** One of the two sessions, driven by steps, with a plain model of what should run. */
class Driven {
  readonly #rig: Rig;
  readonly #uri: string;
  readonly #stopped = new Set<string>();
  inUse = true;

  constructor(rig: Rig, uri: string) {
    this.#rig = rig;
    this.#uri = uri;
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'toggle': {
        const id = this.#idOf(next.of);
        this.#dispatch({ type: 'session/customizationToggled', id, enablement: next.enablement });
        for (const name of next.of === 'plugin' ? ['inner'] : [next.of]) this.#stopped.delete(name);
        return;
      }
      case 'start':
        // A client that speaks in a session watches it.
        if (
          this.inUse &&
          this.#dispatch({ type: 'session/mcpServerStartRequested', id: this.#idOf(next.of) })
        )
          this.#stopped.delete(next.of);
        return;
      case 'stop':
        this.#dispatch({ type: 'session/mcpServerStopRequested', id: this.#idOf(next.of) });
        this.#stopped.add(next.of);
        return;
      case 'background':
        this.#dispatch({ type: 'session/mcpServerBackgroundRequested', id: this.#idOf(next.of) });
        return;
      case 'server':
        for (const connection of this.#rig.gateway.running(next.of)) {
          const resource = { resource: 'https://a.test' };
          if (next.becomes === 'ready') connection.becomeReady(['x', next.of]);
          else if (next.becomes === 'auth') connection.demandSignIn({ reason: 'required', resource });
          else if (next.becomes === 'starting') connection.become({ kind: 'starting' });
          else connection.become({ kind: 'error', error: { errorType: 'exited', message: 'It exited.' } });
        }
        return;
      case 'tools':
        for (const connection of this.#rig.gateway.running(next.of)) connection.listTools(next.tools);
        return;
      case 'client': {
        const activeClient = { clientId: 'c', tools: next.tools.map((name) => ({ name })) };
        this.#dispatch({ type: 'session/activeClientSet', activeClient });
        return;
      }
      case 'clientLeft':
        this.#dispatch({ type: 'session/activeClientRemoved', clientId: 'c' });
        return;
      case 'use':
        this.#rig.equipment.use(this.#uri);
        this.inUse = true;
        return;
      case 'idle':
        this.#rig.equipment.idle(this.#uri);
        await this.#rig.scheduler.advance(61_000);
        this.inUse = false;
        return;
      case 'turn':
        this.#rig.equipment.use(this.#uri);
        this.inUse = true;
        void this.#rig.equipment.ready(this.#uri, new AbortController().signal);
        return;
      case 'wait':
        await this.#rig.scheduler.advance(11_000);
    }
  }

  async check(): Promise<void> {
    await this.#rig.settled(this.#uri);
    await this.#rig.scheduler.advance(200);
    const entries = this.#rig.shown(this.#uri);
    const wanted = entries.flatMap((entry) =>
      serversOf(entry).flatMap((server) => {
        const on = [entry, server].every(
          (part) => ('enablement' in part ? part.enablement?.[0]?.enabled : true) ?? true,
        );
        return this.inUse && on && !this.#stopped.has(server.name) ? [server.name] : [];
      }),
    );
    const held = this.#rig.gateway.running().filter(({ holders }) => holders.includes(this.#uri));
    assert.deepStrictEqual(held.map(({ definition }) => definition.name).sort(), wanted.sort());
    for (const server of entries.flatMap(serversOf)) {
      const connection = held.find(({ lease }) => lease.server === server.id);
      assert.strictEqual(server.state.kind, connection?.state.kind ?? 'stopped');
      assert.strictEqual(server.channel !== undefined, connection?.state.kind === 'ready');
    }
    const state = this.#rig.sessions.state(this.#uri);
    const offered = (state?.serverTools ?? []).map(({ name }) => name);
    const clients = (state?.activeClients ?? []).flatMap((client) => client.tools.map(({ name }) => name));
    assert.strictEqual(new Set([...offered, ...clients]).size, offered.length + clients.length);
  }

  channels(): string[] {
    return this.#rig
      .shown(this.#uri)
      .flatMap(serversOf)
      .flatMap(({ channel }) => channel ?? []);
  }

  #idOf(name: string): string {
    const entries = this.#rig.shown(this.#uri);
    if (name === 'plugin') return entries.find(({ type }) => type === 'plugin')?.id ?? '';
    return this.#rig.server(this.#uri, name).id;
  }

  /** False if it was refused. */
  #dispatch(action: SessionAction): boolean {
    try {
      this.#rig.dispatch(this.#uri, action);
      return true;
    } catch {
      return false;
    }
  }
}

describe('everything at once', () => {
  it('B3, D5, D6, D7: what is shown is what runs, and what runs is what is wanted', async () => {
    const plugin = folderWith({ '.mcp.json': { mcpServers: { inner: { command: 'inner' } } } });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 1 }), step), { minLength: 5, maxLength: 40 }),
        async (steps) => {
          const rig = new Rig({ servers: ['a', 'b'], plugins: [plugin] });
          const driven = [];
          for (const uri of sessions) driven.push(new Driven(rig, await rig.session(uri)));
          for (const [index, next] of steps) {
            await driven[index]?.take(next);
            for (const session of driven) await session.check();
          }
          expect(rig.channels.opened).toEqual(new Set(driven.flatMap((session) => session.channels())));
          expect(rig.reports).toEqual([]);
          rig.equipment.stop();
          expect(rig.gateway.running()).toEqual([]);
          expect(rig.channels.opened.size).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});
