import { describe, expect, it } from 'vitest';
import { MemoryRecords, Rig, runningCall } from './rig.testkit.ts';

const session = 'ahp-session:/s';
const forever = new AbortController().signal;

/** A host that ran before, with a server `a` that has these tools. */
async function restarted(tools: readonly string[]): Promise<Rig> {
  const records = new MemoryRecords();
  const before = new Rig({ servers: ['a'], records });
  await before.session(session);
  before.gateway.named('a').becomeReady(tools);
  before.equipment.stop();
  const rig = new Rig({ servers: ['a'], records });
  await rig.session(session);
  return rig;
}

describe('B15: the first turn after a restart', () => {
  it('begins at once with the tools that servers listed last', async () => {
    const rig = await restarted(['t', 'u']);
    expect(rig.gateway.named('a').state).toEqual({ kind: 'starting' });
    const awaited: string[][] = [];
    await rig.equipment.ready(session, forever, (servers) => awaited.push([...servers]));
    expect(awaited).toEqual([]);
    expect(rig.tools(session)).toEqual(['t', 'u']);
  });

  it('waits for the server whose tool is called, and says for which', async () => {
    const rig = await restarted(['t']);
    await rig.equipment.ready(session, forever);
    const call = runningCall(session, 't');
    const calling = rig.equipment.call(call);
    await Promise.resolve();
    expect(call.told).toEqual(['Waiting for server a…']);
    rig.gateway.named('a').becomeReady(['t']);
    expect(await calling).toMatchObject({ result: { success: true } });
    expect(rig.gateway.named('a').calls).toEqual(['t']);
  });

  it('does not run a tool that has become another one, or is gone', async () => {
    for (const now of [[{ name: 't', description: 'Deletes everything.' }], []]) {
      const rig = await restarted(['t']);
      await rig.equipment.ready(session, forever);
      const calling = rig.equipment.call(runningCall(session, 't'));
      rig.gateway.named('a').becomeReady(now);
      expect(await calling).toMatchObject({ result: { success: false, error: { code: 'unknownTool' } } });
      expect(rig.gateway.named('a').calls).toEqual([]);
    }
  });

  it('waits for servers that nobody knows yet, by name, until the time is up', async () => {
    const rig = new Rig({ servers: ['a', 'b'] });
    await rig.session(session);
    const awaited: string[][] = [];
    const ready = rig.equipment.ready(session, forever, (servers) => awaited.push([...servers]));
    await rig.scheduler.advance(0);
    expect(awaited).toEqual([['a', 'b']]);
    rig.gateway.named('a').becomeReady(['t']);
    await rig.scheduler.advance(10_000);
    expect(await ready).toEqual(['b']);
    expect(rig.tools(session)).toEqual(['t']);
    // The next turn doesn't wait again, and has the tools once they are there.
    expect(await rig.equipment.ready(session, forever)).toEqual(['b']);
    rig.gateway.named('b').becomeReady(['late']);
    await rig.scheduler.advance(100);
    expect(rig.tools(session)).toEqual(['t', 'late']);
    expect(await rig.equipment.ready(session, forever)).toEqual([]);
  });

  it('knows nothing of a server that is defined anew, or was removed', async () => {
    const records = new MemoryRecords();
    const rig = new Rig({ records });
    const person = { person: true, artifacts: [] };
    const { id } = await rig.equipment.addServer({ name: 'x', settings: { command: 'x' } }, person);
    await rig.session(session);
    rig.gateway.named('x').becomeReady(['t']);
    await rig.equipment.editServer({ server: id, name: 'x', settings: { command: 'y' } });
    await rig.scheduler.advance(200);
    expect(rig.tools(session)).toEqual([]);
    rig.gateway.named('x').becomeReady(['t']);
    await rig.equipment.removeServer({ server: id }, person);
    expect(await records.list('server-tools')).toEqual([]);
  });
});
