import { eventArgumentsSchema, type EventArguments } from '@loggia/content';
import { me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundRig } from '../handlers/background-rig.testkit.ts';
import type { McpResult } from '../handlers/handler-access.ts';
import { failed, ok, owner } from '../handlers/scripted-handlers.testkit.ts';
import { artifactsPart, type EventRow } from '../store.ts';
import { Dispatcher } from './dispatcher.ts';
import { eventOf } from './event.ts';

const invoice = 'application/vnd.acme.invoice+json';
const parcel = 'application/vnd.acme.parcel';
const second = 1000;
const minute = 60 * second;

let background: BackgroundRig;
let dispatcher: Dispatcher;
let workspace: string;

beforeEach(async () => {
  background = await BackgroundRig.open();
  dispatcher = new Dispatcher(background.ports);
  workspace = await background.rig.workspace();
  background.handlers.set(invoice, owner('acme'));
});
afterEach(async () => {
  dispatcher.stop();
  await background.close();
});

const create = (type = invoice): Promise<string> =>
  background.rig.create(workspace, { type, title: 'An invoice', context: { sum: 3 } }).then(({ id }) => id);
const events = (): Promise<readonly EventRow[]> => background.rig.store.events({ limit: 1000 });
const argumentsAt = (index: number): EventArguments =>
  eventArgumentsSchema.parse(background.handlers.calls.at(index)?.arguments);
/** The calls so far, as `artifact kind`. */
const told = (): string[] =>
  background.handlers.calls.map(({ arguments: given }) => {
    const { artifact, event } = eventArgumentsSchema.parse(given);
    return `${artifact.id} ${event.kind}`;
  });

describe('delivery', () => {
  it('H2: calls the declared tool with the event and the artifact as it was then', async () => {
    const { id } = await background.rig.create(workspace, {
      type: invoice,
      title: 'An invoice',
      context: { sum: 3 },
      content: { text: 'three' },
    });
    const [commit] = await background.rig.commit(id);
    await background.rig.artifacts.updateArtifact({ artifact: id, context: { sum: 4 } }, me);
    dispatcher.start();
    await background.until(() => background.handlers.calls.length === 2);

    expect(background.handlers.calls.map(({ tool }) => tool)).toEqual(['on_create', 'on_commit']);
    const { arguments: given, signal: _, ...call } = background.handlers.calls[1] ?? {};
    expect(call).toEqual({
      workspace,
      server: 'acme',
      tool: 'on_commit',
      about: { artifact: id, by: 'ann', grant: 'write', permissions: [] },
      timeoutMs: 30_000,
    });
    expect(given).toEqual({
      event: {
        id: expect.stringMatching(/^[0-9a-v]{22}$/) as unknown,
        kind: 'commit',
        at: '2026-01-01T00:00:00.000Z',
        attempt: 1,
        by: 'ann',
        commit: { id: expect.any(String) as unknown, message: 'A commit' },
      },
      artifact: {
        id,
        workspace,
        type: invoice,
        title: 'An invoice',
        state: 'committed',
        revision: commit?.revision,
        version: 1,
        context: { sum: 3 },
        content: { ...commit?.content, url: `http://host/${id}?version=1` },
      },
    });
    expect(argumentsAt(0).artifact).toMatchObject({
      state: 'draft',
      content: { url: `http://host/${id}` },
    });
    await background.until(async () => (await events()).length === 0);
  });

  describe('H5: lends the handler of a type that needs a permission', () => {
    const agent = { by: 'ann via agent', powers: [], retypes: true };
    /** The permissions lent with each call so far, as `tool permissions`. */
    const lent = (): string[] =>
      background.handlers.calls.map(({ tool, about }) => `${tool} ${about.permissions.join()}`);
    const all = async (): Promise<string[]> => {
      background.handlers.set(invoice, owner('acme', { needs: ['servers'] }));
      dispatcher.start();
      await background.until(async () => (await events()).length === 0);
      return lent();
    };
    const commit = (id: string, caller = me): Promise<unknown> =>
      background.rig.artifacts.commitArtifacts({ artifacts: [{ id }], message: 'm' }, caller);

    it('H5: what whoever is behind the event held', async () => {
      const id = await create();
      await commit(id);
      expect(await all()).toEqual(['on_create servers', 'on_commit servers']);
    });

    it('H5: nothing for an event of somebody who held nothing, nor for what came before it', async () => {
      // An agent can do this while the type's needs are unknown.
      const id = await create();
      await commit(id);
      await background.rig.artifacts.updateArtifact({ artifact: id, context: { sum: 4 } }, agent);
      await commit(id, agent);
      await background.rig.artifacts.archiveArtifacts({ artifacts: [id] }, me);
      expect(await all()).toEqual(['on_create ', 'on_commit ', 'on_commit ', 'on_archive servers']);
    });

    it('H5: the same when it is tried again and after a restart', async () => {
      const [mine, theirs] = [await create(), await create()];
      await commit(theirs, agent);
      background.handlers.answer = () => Promise.resolve(failed);
      background.handlers.set(invoice, owner('acme', { needs: ['servers'] }));
      dispatcher.start();
      await background.until(() => background.handlers.calls.length === 2);
      dispatcher.stop();
      background.handlers.answer = () => Promise.resolve(ok);
      dispatcher = new Dispatcher(background.ports);
      dispatcher.start();
      await background.advance(60 * second);
      await background.until(async () => (await events()).length === 0);
      const of = (id: string) =>
        lent().filter((_, index) => background.handlers.calls[index]?.about.artifact === id);
      expect(of(mine)).toEqual(['on_create servers', 'on_create servers']);
      expect(of(theirs)).toEqual(['on_create ', 'on_create ', 'on_commit ']);
    });

    it('H5: nothing for an event that was stored before anybody recorded what was held', async () => {
      await create();
      const [row] = await events();
      if (!row) throw new Error('There is no event.');
      const { powers: _, ...before } = JSON.parse(row.payload) as Record<string, unknown>;
      const { kernel } = background.rig;
      kernel.enlist(artifactsPart, { kind: 'eventGone', id: row.id });
      kernel.enlist(artifactsPart, { kind: 'event', row: { ...row, payload: JSON.stringify(before) } });
      await kernel.settled();
      expect(await all()).toEqual(['on_create ']);
    });
  });

  it('H1: H2 tells the owner of every artifact of a batch, each in order', async () => {
    dispatcher.start();
    const ids = [await create(), await create(), await create()];
    await background.rig.commit(...ids);
    await background.rig.artifacts.archiveArtifacts({ artifacts: ids }, me);
    await background.rig.artifacts.deleteArtifacts({ artifacts: ids }, me);
    dispatcher.poke();
    await background.until(async () => (await events()).length === 0);
    for (const id of ids) {
      expect(told().filter((call) => call.startsWith(`${id} `))).toEqual(
        ['create', 'commit', 'archive', 'delete'].map((kind) => `${id} ${kind}`),
      );
    }
  });

  it('H2: a handler that hangs delays neither the transition nor the events of other artifacts', async () => {
    let hang = '';
    background.handlers.answer = ({ about }) =>
      about.artifact === hang ? new Promise(() => {}) : Promise.resolve(ok);
    hang = await create();
    dispatcher.start();
    await background.until(() => told().length === 1);
    await background.rig.commit(hang);
    const other = await create();
    dispatcher.poke();
    await background.until(() => told().includes(`${other} create`));
    await background.calm();
    expect(told()).not.toContain(`${hang} commit`);
    expect((await events()).map(({ kind }) => kind)).toEqual(['create', 'commit']);
  });

  it('H2: an event that its owner does not declare is done', async () => {
    background.handlers.set(
      invoice,
      owner('acme', { events: { commit: { tool: 'on_commit' } }, ready: false }),
    );
    await create();
    dispatcher.start();
    await background.until(async () => (await events()).length === 0);
    expect(background.handlers.calls).toEqual([]);
  });

  it('H2: events of standard types are done where nobody asks for them', async () => {
    background.handlers.set('text/csv', { kind: 'platform', capabilities: {} });
    await create('text/csv');
    await create('text/unheard-of');
    dispatcher.start();
    await background.until(async () => (await events()).length === 0);
    expect(background.handlers.calls).toEqual([]);
  });
});

describe('failure', () => {
  it('H2: is retried after pauses that double, in order, until it is parked with the last reason', async () => {
    const id = await create();
    await background.rig.commit(id);
    const times: number[] = [];
    const { clock } = background.rig;
    const begun = clock.now();
    background.handlers.answer = async () => {
      times.push((clock.now() - begun) / second);
      return failed;
    };
    dispatcher.start();
    await background.advance(60 * minute);

    expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811, 1111]);
    expect(background.handlers.calls.map((call) => call.tool)).toEqual(Array(12).fill('on_create'));
    expect(argumentsAt(11).event.attempt).toBe(12);
    expect(
      (await events()).map(({ kind, status, attempts, reason }) => ({ kind, status, attempts, reason })),
    ).toEqual([
      { kind: 'create', status: 'parked', attempts: 12, reason: 'No ink left.' },
      { kind: 'commit', status: 'waiting', attempts: 0, reason: undefined },
    ]);
    expect(background.problems).toEqual([expect.stringContaining('No ink left.')]);
  });

  it('H2: a parked event is replayed under the same id, and those behind it follow', async () => {
    const id = await create();
    await background.rig.commit(id);
    background.handlers.answer = async () => failed;
    dispatcher.start();
    await background.advance(60 * minute);
    const first = argumentsAt(0).event.id;
    background.handlers.answer = async () => ok;
    background.handlers.calls.length = 0;

    expect(await dispatcher.replay([first, first, 'nothing'])).toBe(1);
    await background.until(async () => (await events()).length === 0);
    expect(background.handlers.calls.map((call) => call.tool)).toEqual(['on_create', 'on_commit']);
    expect(argumentsAt(0).event).toMatchObject({ id: first, attempt: 13, cause: 'replay' });
    expect(argumentsAt(1).event.cause).toBeUndefined();
  });

  it('H2: a replay that fails gets its tries and is parked again', async () => {
    await create();
    background.handlers.answer = async () => failed;
    dispatcher.start();
    await background.advance(60 * minute);
    const [row] = await events();
    await dispatcher.replay([row?.id ?? '']);
    await background.advance(60 * minute);
    expect(background.handlers.calls).toHaveLength(24);
    expect((await events())[0]).toMatchObject({ status: 'parked', attempts: 24 });
  });

  it('H2: a discarded event is never heard of, and those behind it follow', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false }));
    const id = await create();
    await background.rig.commit(id);
    const [row] = await events();
    dispatcher.start();
    await background.calm();
    expect(await dispatcher.discard([row?.id ?? '', 'nothing'])).toBe(1);
    background.handlers.set(invoice, owner('acme'), workspace);
    await background.until(async () => (await events()).length === 0);
    expect(told()).toEqual([`${id} commit`]);
  });

  it('H2: an event that is discarded while it is looked at is not delivered', async () => {
    const id = await create();
    await background.rig.commit(id);
    const [row] = await events();
    const { store } = background.rig;
    const discarded: Promise<number>[] = [];
    const meddled = new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name === 'dueEvents' && discarded.length === 0
          ? async (now: number, limit: number) => {
              const rows = await store.dueEvents(now, limit);
              discarded.push(dispatcher.discard([row?.id ?? '']));
              await discarded[0];
              return rows;
            }
          : target[name].bind(target),
    });
    dispatcher = new Dispatcher({ ...background.ports, store: meddled });
    dispatcher.start();
    await background.until(async () => (await events()).length === 0);
    expect(told()).toEqual([`${id} commit`]);
  });

  it('H2: an event that is discarded while it is delivered is given up', async () => {
    const id = await create();
    await background.rig.commit(id);
    background.handlers.answer = ({ tool }) =>
      tool === 'on_create' ? new Promise(() => {}) : Promise.resolve(ok);
    dispatcher.start();
    await background.until(() => background.handlers.calls.length === 1);
    await dispatcher.discard([argumentsAt(0).event.id]);
    await background.until(async () => (await events()).length === 0);
    expect(background.handlers.calls[0]?.signal?.aborted).toBe(true);
    expect(told()).toEqual([`${id} create`, `${id} commit`]);
  });

  it('H2: a handler that takes longer than half a minute has failed and is told to stop', async () => {
    await create();
    background.handlers.answer = () => new Promise(() => {});
    dispatcher.start();
    await background.advance(29 * second);
    expect((await events())[0]?.attempts).toBe(0);
    await background.advance(second);
    await background.calm();
    expect(background.handlers.calls[0]?.signal?.aborted).toBe(true);
    expect((await events())[0]).toMatchObject({
      attempts: 1,
      reason: '"acme" did not answer "on_create" within 30 seconds. Check its log.',
    });
  });

  it('H2: a call that is refused has failed, and what a hostile server says is cut short', async () => {
    await create();
    background.handlers.answer = () => Promise.reject(new Error(`\n${'bad\n'.repeat(1_000_000)}`));
    dispatcher.start();
    await background.until(async () => (await events())[0]?.attempts === 1);
    expect((await events())[0]?.reason).toMatch(/^(bad )+(bad|ba|b)?…$/);
    expect((await events())[0]?.reason).toHaveLength(500);
  });

  it('H2: one that fails again and again does not hold back the others', async () => {
    const poison = await create();
    background.handlers.answer = async ({ about }) => (about.artifact === poison ? failed : ok);
    dispatcher.start();
    const others: string[] = [];
    for (let index = 0; index < 10; index++) {
      others.push(await create());
      dispatcher.poke();
      await background.advance(minute);
    }
    expect(told().filter((call) => !call.startsWith(poison))).toEqual(others.map((id) => `${id} create`));
  });

  it('H2: a slow server with much to do does not hold back the others', async () => {
    background.handlers.set(parcel, owner('post'));
    background.handlers.answer = ({ server }) =>
      server === 'acme' ? new Promise(() => {}) : Promise.resolve(ok);
    const row = await background.rig.store.artifact(await create());
    if (row === undefined) throw new Error('There is no artifact.');
    const at = row.createdAt;
    for (let index = 0; index < 300; index++) {
      const event = eventOf(
        'create',
        { ...row, id: `more-${index}` },
        { id: `event-${index}`, at, by: 'ann', powers: [] },
      );
      background.rig.kernel.enlist(artifactsPart, { kind: 'event', row: event });
    }
    const other = await create(parcel);
    dispatcher.start();
    await background.advance(3 * second);
    expect(told()).toContain(`${other} create`);
    expect(background.handlers.calls.filter(({ server }) => server === 'acme')).toHaveLength(4);
  });

  it('H2: storage that cannot be read for a moment is tried again', async () => {
    await create();
    const { store } = background.rig;
    let broken = true;
    const flaky = new Proxy(store, {
      get: (target, name: keyof typeof store) =>
        name === 'dueEvents' && broken ? () => Promise.reject(new Error('disk')) : target[name].bind(target),
    });
    dispatcher = new Dispatcher({ ...background.ports, store: flaky });
    dispatcher.start();
    await background.advance(12 * second);
    expect(background.problems.length).toBeGreaterThanOrEqual(2);
    expect(background.problems.length).toBeLessThanOrEqual(4);
    broken = false;
    await background.advance(6 * second);
    expect(background.handlers.calls).toHaveLength(1);
  });
});

describe('owners that come and go', () => {
  it('H2: an owner that is down is waited for without an attempt, and told at once when it is back', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false, reason: 'The server is restarting.' }));
    const id = await create();
    dispatcher.start();
    await background.advance(60 * minute);
    expect(background.handlers.calls).toEqual([]);
    expect((await events())[0]).toMatchObject({
      attempts: 0,
      status: 'waiting',
      reason: 'The server is restarting.',
    });
    expect(background.handlers.uses.get(workspace)).toBe(1);

    background.handlers.set(invoice, owner('acme'), workspace);
    await background.until(async () => (await events()).length === 0);
    expect(told()).toEqual([`${id} create`]);
    await background.advance(20 * minute);
    expect(background.handlers.uses.get(workspace)).toBe(0);
  });

  it('H2: a return that nobody tells of is noticed all the same', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false }));
    await create();
    dispatcher.start();
    await background.calm();
    background.handlers.set(invoice, owner('acme'));
    await background.advance(5 * minute);
    await background.until(async () => (await events()).length === 0);
    expect(background.handlers.calls).toHaveLength(1);
  });

  it('H2: a change at the handlers that helps nobody who waits costs no reading', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false }));
    await create();
    const { store } = background.rig;
    let reads = 0;
    const counted = new Proxy(store, {
      get: (target, name: keyof typeof store) => {
        if (name === 'events' || name === 'dueEvents') reads += 1;
        return target[name].bind(target);
      },
    });
    dispatcher = new Dispatcher({ ...background.ports, store: counted });
    dispatcher.start();
    await background.calm();
    reads = 0;
    for (let index = 0; index < 50; index++) background.handlers.set(parcel, owner('post'), workspace);
    await background.calm();
    expect(reads).toBe(0);
  });

  it('H2: an event of a type that nobody owns yet waits for the owner', async () => {
    const id = await create(parcel);
    dispatcher.start();
    await background.advance(2 * 24 * 60 * minute);
    expect((await events())[0]).toMatchObject({
      status: 'waiting',
      attempts: 0,
      reason: expect.stringContaining(parcel) as unknown,
    });
    expect(background.handlers.uses.get(workspace)).toBe(0);
    background.handlers.set(parcel, owner('post'), workspace);
    await background.until(() => told().includes(`${id} create`));
  });

  it('H2: an event that nobody owns for three days is parked, and can be replayed', async () => {
    const id = await create(parcel);
    dispatcher.start();
    await background.advance(3 * 24 * 60 * minute);
    await background.calm();
    const [row] = await events();
    expect(row).toMatchObject({ status: 'parked', attempts: 0 });
    background.handlers.set(parcel, owner('post'), workspace);
    await background.calm();
    expect(background.handlers.calls).toEqual([]);
    await dispatcher.replay([row?.id ?? '']);
    await background.until(() => told().includes(`${id} create`));
  });

  it('H2: G3 events of a disputed type wait with the reason, until it is decided', async () => {
    background.handlers.set(invoice, { kind: 'disputed', reason: 'A and B both claim it.' });
    const id = await create();
    dispatcher.start();
    await background.advance(7 * 24 * 60 * minute);
    expect((await events())[0]).toMatchObject({
      status: 'waiting',
      attempts: 0,
      reason: 'A and B both claim it.',
    });
    background.handlers.set(invoice, owner('b'), workspace);
    await background.until(() => told().includes(`${id} create`));
  });

  it('H2: the reason follows what is known, without an attempt', async () => {
    await create(parcel);
    dispatcher.start();
    await background.calm();
    background.handlers.set(parcel, owner('post', { ready: false, reason: 'Sign in to it.' }), workspace);
    await background.calm();
    expect((await events())[0]).toMatchObject({ reason: 'Sign in to it.', server: 'post', attempts: 0 });
  });
});

describe('one run after another', () => {
  it('H2: stop waits for nothing, and the next run delivers what was under way', async () => {
    const id = await create();
    background.handlers.answer = () => new Promise<McpResult>(() => {});
    dispatcher.start();
    await background.until(() => background.handlers.calls.length === 1);
    dispatcher.stop();
    await background.calm();
    expect(background.handlers.calls[0]?.signal?.aborted).toBe(true);
    expect((await events())[0]?.attempts).toBe(0);
    expect(background.handlers.uses.get(workspace)).toBe(0);
    expect(background.scheduler.pendingTimers).toBe(0);

    background.handlers.answer = async () => ok;
    dispatcher = new Dispatcher(background.ports);
    dispatcher.start();
    await background.until(async () => (await events()).length === 0);
    expect(told()).toEqual([`${id} create`, `${id} create`]);
    expect(argumentsAt(1).event.id).toBe(argumentsAt(0).event.id);
  });

  it('H2: what waited for its owner in an earlier run is told in this one', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false }));
    const ids = [await create(), await create(parcel)];
    dispatcher.start();
    await background.calm();
    dispatcher.stop();
    background.handlers.set(invoice, owner('acme'));
    background.handlers.set(parcel, owner('post'));
    dispatcher = new Dispatcher(background.ports);
    dispatcher.start();
    await background.until(async () => (await events()).length === 0);
    expect(told().sort()).toEqual(ids.map((id) => `${id} create`).sort());
  });

  it.each(['workspaces', 'events'] as const)(
    'H2: what waited in an earlier run is told, though storage fails to give its %s at the start',
    async (method) => {
      background.handlers.set(invoice, owner('acme', { ready: false }));
      await create();
      dispatcher.start();
      await background.calm();
      dispatcher.stop();
      background.handlers.set(invoice, owner('acme'));
      const { store } = background.rig;
      let broken = true;
      const flaky = new Proxy(store, {
        get: (target, name: keyof typeof store) =>
          name === method && broken ? () => Promise.reject(new Error('disk')) : target[name].bind(target),
      });
      dispatcher = new Dispatcher({ ...background.ports, store: flaky });
      dispatcher.start();
      await background.calm();
      expect(background.problems).toHaveLength(1);
      expect(background.handlers.calls).toEqual([]);
      broken = false;
      await background.advance(6 * minute);
      await background.until(async () => (await events()).length === 0);
      expect(background.handlers.calls).toHaveLength(1);
    },
  );

  it('H2: a kernel that closes under it is no problem to report', async () => {
    await create();
    background.handlers.answer = async () => {
      void background.rig.kernel.close();
      return ok;
    };
    dispatcher.start();
    await background.until(() => background.handlers.calls.length === 1);
    await background.scheduler.settle();
    await background.scheduler.settle();
    expect(background.problems).toEqual([]);
  });
});
