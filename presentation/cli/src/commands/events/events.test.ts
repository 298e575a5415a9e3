import { describe, expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';
import { artifact, at, home, hostWith } from '../artifacts/artifact-double.testkit.ts';

const delivery = (id: string, changes: object = {}) => ({
  id,
  event: 'commit',
  artifact: 'aaaa-1',
  workspace: home.id,
  type: 'a/vnd.x',
  title: 'Plan',
  at,
  status: 'parked',
  attempts: 12,
  reason: 'The tool failed.\u0007',
  ...changes,
});

function start(
  many: readonly object[] = [delivery('e1'), delivery('e2', { status: 'waiting', attempts: 1 })],
) {
  return hostWith(
    [artifact('aaaa-1', { title: 'Plan' }), artifact('bbbb-2', { title: 'Gone', deletedAt: at })],
    {
      'x-loggia/listDeliveries': ({ status }) => ({
        deliveries: many.filter(
          (one) => status === undefined || (one as { status: string }).status === status,
        ),
      }),
      'x-loggia/replayDeliveries': ({ ids }) => ({
        replayed: (ids as string[]).filter((id) => id !== 'old').length,
      }),
      'x-loggia/discardDeliveries': ({ ids }) => ({ discarded: (ids as string[]).length }),
    },
  );
}

const asked = (host: HostDouble, method: string) =>
  host.commands.filter(([name]) => name === `x-loggia/${method}`).map(([, params]) => params);

describe('events that were not delivered', () => {
  test('H2: are listed with the reason and what to do', async () => {
    const host = await start();
    const { data } = host;
    expect((await loggia(['events', 'list'], { data })).out).toBe(
      `ID  EVENT   ARTIFACT  STATUS   TRIES  REASON
e1  commit  Plan      parked   12     The tool failed.␇
e2  commit  Plan      waiting  1      The tool failed.␇

Retry parked events with "loggia events replay ID", or drop them with "loggia events discard ID".
`,
    );
    await loggia(['events', 'list', '--status', 'parked', '--artifact', 'Plan', '--workspace', 'Home'], {
      data,
    });
    expect(asked(host, 'listDeliveries').at(-1)).toEqual({
      status: 'parked',
      artifact: 'aaaa-1',
      workspace: home.id,
      limit: 500,
    });
    // That it was deleted is an event, too.
    await loggia(['events', 'list', '--artifact', 'Gone'], { data });
    expect(asked(host, 'listDeliveries').at(-1)).toEqual({ artifact: 'bbbb-2', limit: 500 });
    expect(await loggia(['events', 'list', '--status', 'lost'], { data })).toMatchObject({ exitCode: 2 });
    const none = await start([]);
    expect((await loggia(['events', 'list'], { data: none.data })).out).toBe(
      'All events have been delivered.\n',
    );
  });

  test('H2: are tried again by id, or all that are parked', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => delivery(`e${index}`));
    const host = await start([...many, delivery('w', { status: 'waiting' })]);
    const { data } = host;
    expect((await loggia(['events', 'replay', 'e1', 'e2'], { data })).out).toContain('Retrying 2 events');
    expect((await loggia(['events', 'replay', '--all'], { data })).out).toContain('Retrying 1001 events');
    expect(asked(host, 'replayDeliveries').map(({ ids }) => (ids as string[]).length)).toEqual([2, 1000, 1]);
    expect(await loggia(['events', 'replay', 'old'], { data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('No such event exists anymore'),
    });
    expect(await loggia(['events', 'replay'], { data })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['events', 'replay', 'e1', '--all'], { data })).toMatchObject({ exitCode: 2 });
  });

  test('H2: are given up after a yes', async () => {
    const host = await start();
    const { data } = host;
    expect(await loggia(['events', 'discard', 'e1'], { data })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['events', 'discard', 'e1'], { data, ask: async () => '' })).toMatchObject({
      exitCode: 1,
    });
    expect(asked(host, 'discardDeliveries')).toEqual([]);
    expect((await loggia(['events', 'discard', '--all', '--yes'], { data })).out).toBe(
      'Discarded one event.\n',
    );
    expect(asked(host, 'discardDeliveries')).toEqual([{ ids: ['e1'] }]);
  });
});
