import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';

const bare = { handlers: false, welcome: false };
const kills = process.env['LOGGIA_STRESS'] === undefined ? 3 : 8;

describe('events reach a handler', () => {
  test.each(['slow', 'flaky', 'crash'])(
    'H2: that is %s: commits succeed at once, and every event arrives, in order',
    async (mood) => {
      using data = new DataDirectory(bare);
      await using _host = await HostProcess.start(data, 'product');
      const api = new Api(() => data.endpoint());
      const { id: workspace } = await api.firstWorkspace();
      const handler = new PlainHandler(data.path, { mood });
      await api.call('addServer', { name: 'parcels', settings: handler.settings });
      await until(
        'the type is known',
        async () => (await api.explain(workspace, parcel)).rule === 'sole-claim',
      );
      const ids: string[] = [];
      for (const to of ['Ada', 'Grace', 'Barbara']) {
        const made = await api.create({ workspace, type: parcel, title: to, context: { to } });
        await api.commit(`For ${to}`, made.id);
        ids.push(made.id);
      }
      await until('all are told', () => ids.every((id) => handler.kinds(id).length === 2), 45_000);
      for (const id of ids) expect(handler.kinds(id)).toEqual(['create', 'commit']);
      await until('nothing is left', async () => (await api.deliveries()).length === 0);
    },
  );

  test('H2: that is down: its events wait with a reason, and arrive when it is back', async () => {
    using data = new DataDirectory(bare);
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const handler = new PlainHandler(data.path);
    const made = await api.create({ workspace, type: parcel, title: 'Early', context: { to: 'Ada' } });
    await api.commit('Too early', made.id);
    await until('they wait', async () => (await api.deliveries()).length === 2);
    expect((await api.deliveries())[0]?.reason).toMatch(/own|claim|server/i);
    await api.call('addServer', { name: 'parcels', settings: handler.settings });
    await api.explain(workspace, parcel);
    await until('they arrive', () => handler.kinds(made.id).join() === 'create,commit', 30_000);
  });
});

test('H1, H2: a host that is killed between commit and delivery loses no event, whenever it is killed', async () => {
  using data = new DataDirectory(bare);
  const api = new Api(() => data.endpoint());
  const handler = new PlainHandler(data.path, { mood: 'slow' });
  const promised = new Map<string, string[]>();
  let workspace = '';
  for (let round = 0; round < kills; round++) {
    await using host = await HostProcess.start(data, 'product');
    workspace = (await api.firstWorkspace()).id;
    if (round === 0) await api.call('addServer', { name: 'parcels', settings: handler.settings });
    await api.explain(workspace, parcel);
    let ended: Promise<unknown> | undefined;
    try {
      for (let count = 0; ; count++) {
        const made = await api.create({
          workspace,
          type: parcel,
          title: `${round}.${count}`,
          context: { to: 'Ada' },
        });
        promised.set(made.id, ['create']);
        ended ??= sleep(Math.random() * 500).then(() => host.kill());
        await api.commit('Send', made.id);
        promised.get(made.id)?.push('commit');
        if (count % 3 === 0) {
          await api.call('deleteArtifacts', { artifacts: [made.id] });
          promised.get(made.id)?.push('delete');
        }
      }
    } catch {
      // The host is gone; what it had answered by then it must keep.
    }
    await ended;
  }
  await using _last = await HostProcess.start(data, 'product');
  await api.explain(workspace, parcel);
  await until(
    'everything that was promised is delivered',
    async () => (await api.deliveries()).length === 0,
    50_000,
  );
  expect(promised.size).toBeGreaterThanOrEqual(kills);
  for (const [id, kinds] of promised) {
    // The event in flight when the host died may have been delivered as well.
    expect(handler.kinds(id).slice(0, kinds.length)).toEqual(kinds);
    expect(['create', 'commit', 'delete'].slice(0, handler.kinds(id).length)).toEqual(handler.kinds(id));
  }
});
