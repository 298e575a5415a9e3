import { KernelRig } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { openAudit, type Audit, type AuditEntry, type AuditQuery } from './audit.ts';

const entry: AuditEntry = {
  session: 'ahp-session:/s',
  server: 'server-1',
  serverName: 'Weather',
  principal: 'local',
  clientId: 'shell',
  method: 'tools/call',
  target: 'forecast',
  decision: 'allowed',
  requestBytes: 10,
};

async function rig(maxRecords?: number) {
  const kernel = await KernelRig.open();
  const reported: string[] = [];
  const open = (): Promise<Audit> =>
    openAudit({
      records: kernel.kernel.records,
      clock: kernel.clock,
      scheduler: kernel.scheduler,
      report: (problem) => reported.push(problem),
      ...(maxRecords !== undefined && { maxRecords }),
    });
  return { kernel, reported, open, audit: await open() };
}

async function all(audit: Audit, query: AuditQuery = {}): Promise<string[]> {
  const targets: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await audit.list({ ...query, ...(cursor !== undefined && { cursor }) });
    targets.push(...page.records.map(({ target }) => target ?? ''));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return targets;
}

test('C6: what was written is listed newest first, with its number and time, and pages without gaps', async () => {
  const { audit, kernel } = await rig();
  for (let index = 0; index < 5; index += 1) {
    audit.write(() => ({ ...entry, target: `tool ${index}` }));
    await kernel.scheduler.advance(1000);
  }
  const first = await audit.list({ limit: 2 });
  const at = (secondsAgo: number) => new Date(kernel.clock.now() - secondsAgo * 1000).toISOString();
  expect(first.records).toEqual([
    { id: '000000000000005', at: at(1), ...entry, target: 'tool 4' },
    { id: '000000000000004', at: at(2), ...entry, target: 'tool 3' },
  ]);
  audit.write(() => ({ ...entry, target: 'meanwhile' }));
  const second = await audit.list({ limit: 2, cursor: first.nextCursor });
  expect(second.records.map(({ target }) => target)).toEqual(['tool 2', 'tool 1']);
  expect(await all(audit, { limit: 2 })).toEqual([
    'meanwhile',
    'tool 4',
    'tool 3',
    'tool 2',
    'tool 1',
    'tool 0',
  ]);
});

test('C6: records are found by session, by server and by time', async () => {
  const { audit, kernel } = await rig();
  audit.write(() => ({ ...entry, target: 'old' }));
  await kernel.scheduler.advance(60_000);
  const since = new Date(kernel.clock.now()).toISOString();
  audit.write(() => ({ ...entry, target: 'new' }));
  audit.write(() => ({ ...entry, target: 'elsewhere', session: 'ahp-session:/other' }));
  audit.write(() => ({ ...entry, target: 'other server', server: 'server-2', serverName: 'Clock' }));
  expect(await all(audit, { since })).toEqual(['other server', 'elsewhere', 'new']);
  expect(await all(audit, { session: 'ahp-session:/s', server: 'server-1' })).toEqual(['new', 'old']);
  expect(await all(audit, { server: 'Clock' })).toEqual(['other server']);
  expect(await all(audit, { server: 'nothing' })).toEqual([]);
});

test('C7: what an agent did is found by its name', async () => {
  const { audit } = await rig();
  audit.write(() => ({ ...entry, target: 'by a person' }));
  for (const name of ['operator', 'other', ''])
    audit.write(() => ({ ...entry, target: name, principal: `local via agent ${name}`.trim() }));
  audit.write(() => ({ ...entry, target: 'by a handler', principal: 'local via handler operator' }));
  expect(await all(audit, { agent: 'operator' })).toEqual(['operator']);
  expect(await all(audit, { agent: 'local' })).toEqual([]);
});

test('C7: records from before callers were told apart are read as they are', async () => {
  const { kernel, open } = await rig();
  const old = { id: '000000000000001', at: '2026-01-01T00:00:00.000Z', ...entry };
  kernel.kernel.records.put('audit', old.id, [old]);
  const again = await open();
  again.write(() => ({ ...entry, by: 'agent', principal: 'local via agent operator', allowedBy: 'asked' }));
  const { records } = await again.list();
  expect(records[1]).toEqual(old);
  expect(records[0]).toMatchObject({ id: '000000000000002', by: 'agent', allowedBy: 'asked' });
});

test('C7: what is recorded is worked out and stored after whoever waits has been answered', async () => {
  const { audit, kernel } = await rig();
  let described = 0;
  for (let index = 0; index < 1050; index += 1)
    audit.write(() => {
      described += 1;
      return entry;
    });
  expect(described).toBe(0);
  await kernel.scheduler.advance(0);
  await kernel.settle();
  expect(described).toBe(1050);
  expect(await kernel.kernel.records.list('audit')).toHaveLength(11);
});

test('L7: records from before a time are removed, and the numbers continue', async () => {
  const { audit, kernel, open } = await rig();
  const write = async (count: number, target: string): Promise<void> => {
    for (let index = 0; index < count; index += 1) audit.write(() => ({ ...entry, target }));
    await kernel.scheduler.advance(1000);
  };
  await write(2_500, 'old');
  const time = new Date(kernel.clock.now()).toISOString();
  await write(3, 'new');
  await audit.removeBefore(time);
  await kernel.settle();
  expect(await all(audit)).toEqual(['new', 'new', 'new']);
  await audit.removeBefore(time);
  const again = await open();
  again.write(() => ({ ...entry, target: 'after' }));
  const { records } = await again.list();
  expect(records.map(({ id, target }) => [Number(id), target])).toEqual([
    [2504, 'after'],
    [2503, 'new'],
    [2502, 'new'],
    [2501, 'new'],
  ]);
});

test('C6, L5: a time that is none is refused in words', async () => {
  const { audit } = await rig();
  await expect(audit.list({ since: 'yesterday' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('"yesterday"'),
  });
});

test('C6: numbers go on after a restart', async () => {
  const { audit, kernel, open } = await rig();
  audit.write(() => ({ ...entry, target: 'before' }));
  await kernel.scheduler.advance(100);
  await kernel.settle();
  await kernel.reopen();
  const again = await open();
  again.write(() => ({ ...entry, target: 'after' }));
  expect((await again.list()).records.map(({ id, target }) => [id, target])).toEqual([
    ['000000000000002', 'after'],
    ['000000000000001', 'before'],
  ]);
});

test('C6, L5: the oldest go, and what is kept is bounded also after a restart', async () => {
  const { audit, kernel, open } = await rig(300);
  const write = async (to: Audit, from: number, through: number): Promise<void> => {
    for (let index = from; index <= through; index += 1) to.write(() => ({ ...entry, target: `${index}` }));
    to.flush();
    await kernel.settle();
  };
  await write(audit, 1, 350);
  expect(await all(audit)).toHaveLength(350);
  await kernel.reopen();
  const again = await open();
  await write(again, 351, 1000);
  await write(again, 1001, 1001);
  const kept = await all(again);
  expect(kept[0]).toBe('1001');
  expect(kept.length).toBeGreaterThanOrEqual(300);
  expect(kept.length).toBeLessThanOrEqual(500);
  expect(kept).toEqual(Array.from(kept, (_, index) => `${1001 - index}`));
});

test('C6: many messages in a moment are one row', async () => {
  const { audit, kernel } = await rig();
  for (let index = 0; index < 50; index += 1) audit.write(() => entry);
  await kernel.scheduler.advance(100);
  await kernel.settle();
  expect(await kernel.kernel.records.list('audit')).toHaveLength(1);
});

test('C6, L5: texts of strangers are cut', async () => {
  const { audit } = await rig();
  audit.write(() => ({ ...entry, target: 'x'.repeat(100_000), reason: 'y'.repeat(2001) }));
  const [record] = (await audit.list()).records;
  expect([record?.target?.length, record?.reason]).toEqual([500, `${'y'.repeat(1999)}…`]);
});

test('C6: a page looks at so much and no more, and its cursor leads on', async () => {
  const { audit } = await rig();
  audit.write(() => ({ ...entry, target: 'wanted', server: 'rare' }));
  for (let index = 0; index < 6000; index += 1) audit.write(() => entry);
  const first = await audit.list({ server: 'rare' });
  expect(first.records).toEqual([]);
  expect(first.nextCursor).toBeDefined();
  expect(await all(audit, { server: 'rare' })).toEqual(['wanted']);
});

test('C6: writing never throws; where it fails, the host is told', async () => {
  const { audit, kernel, reported } = await rig();
  await kernel.kernel.close();
  audit.write(() => entry);
  audit.flush();
  expect(reported).toEqual(['Audit records could not be written']);
});
