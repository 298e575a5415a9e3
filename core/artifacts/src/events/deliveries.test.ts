import { typeExtensions, type Delivery } from '@loggia/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundRig } from '../handlers/background-rig.testkit.ts';
import { failed, ok, owner } from '../handlers/scripted-handlers.testkit.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { Dispatcher } from './dispatcher.ts';

const invoice = 'application/vnd.acme.invoice';
let background: BackgroundRig;
let dispatcher: Dispatcher;
let deliveries: Deliveries;
let workspace: string;

beforeEach(async () => {
  background = await BackgroundRig.open();
  dispatcher = new Dispatcher(background.ports);
  deliveries = createDeliveries({ ...background.ports, dispatcher });
  workspace = await background.rig.workspace();
  background.handlers.set(invoice, owner('acme'));
});
afterEach(async () => {
  dispatcher.stop();
  await background.close();
});

const list = async (params: Parameters<Deliveries['listDeliveries']>[0] = {}): Promise<Delivery[]> =>
  (await deliveries.listDeliveries(params)).deliveries;

describe('deliveries that users see', () => {
  it('H2: shows what is tried again, and when', async () => {
    const { id } = await background.rig.create(workspace, { type: invoice, title: 'An invoice' });
    background.handlers.answer = async () => failed;
    dispatcher.start();
    await background.until(async () => (await list())[0]?.attempts === 1);
    const result = await deliveries.listDeliveries({});
    expect(result.deliveries).toEqual([
      {
        id: expect.any(String) as unknown,
        event: 'create',
        artifact: id,
        workspace,
        type: invoice,
        title: 'An invoice',
        at: '2026-01-01T00:00:00.000Z',
        status: 'waiting',
        attempts: 1,
        nextAttemptAt: '2026-01-01T00:00:01.000Z',
        reason: 'No ink left.',
        server: 'acme',
      },
    ]);
    expect(typeExtensions['x-loggia/listDeliveries'].result.parse(result)).toEqual(result);
  });

  it('H2: what waits for its owner has a reason and no time', async () => {
    background.handlers.set(invoice, owner('acme', { ready: false, reason: 'It is down.' }));
    await background.rig.create(workspace, { type: invoice });
    dispatcher.start();
    await background.until(async () => (await list())[0]?.reason !== undefined);
    expect((await list())[0]).toMatchObject({ reason: 'It is down.', server: 'acme' });
    expect((await list())[0]).not.toHaveProperty('nextAttemptAt');
  });

  it('H2: lists by status, workspace and artifact, by the page, each once', async () => {
    const other = await background.rig.workspace('Other');
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      ids.push((await background.rig.create(workspace, { type: invoice })).id);
    }
    const apart = await background.rig.create(other, { type: invoice });
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await deliveries.listDeliveries({
        workspace,
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      });
      expect(page.deliveries.length).toBeLessThanOrEqual(2);
      paged.push(...page.deliveries.map(({ artifact }) => artifact));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(ids);
    expect((await list({ artifact: apart.id })).map(({ artifact }) => artifact)).toEqual([apart.id]);
    expect(await list({ status: 'parked' })).toEqual([]);
  });

  it('L5: refuses a cursor that belongs to another list', async () => {
    for (let index = 0; index < 3; index++) await background.rig.create(workspace, { type: invoice });
    const { nextCursor } = await deliveries.listDeliveries({ limit: 1 });
    expect(nextCursor).toBeDefined();
    await expect(deliveries.listDeliveries({ workspace, cursor: nextCursor ?? '' })).rejects.toMatchObject({
      kind: 'InvalidParams',
    });
    await expect(deliveries.listDeliveries({ cursor: '%' })).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  it('H2: replays and discards what is parked', async () => {
    await background.rig.create(workspace, { type: invoice });
    await background.rig.create(workspace, { type: invoice });
    background.handlers.answer = async () => failed;
    dispatcher.start();
    await background.advance(60 * 60_000);
    const parked = await list({ status: 'parked' });
    expect(parked).toHaveLength(2);
    background.handlers.answer = async () => ok;
    const [one, other] = parked.map(({ id }) => id);
    expect(await deliveries.replayDeliveries({ ids: [one ?? ''] })).toEqual({ replayed: 1 });
    expect(await deliveries.discardDeliveries({ ids: [other ?? '', one ?? ''] })).toMatchObject({
      discarded: expect.any(Number) as unknown,
    });
    await background.until(async () => (await list()).length === 0);
    expect(await deliveries.replayDeliveries({ ids: parked.map(({ id }) => id) })).toEqual({ replayed: 0 });
  });
});
