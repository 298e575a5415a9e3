import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kernel } from '@loggia/kernel';
import { ManualClock, ManualScheduler, MemoryDisk, MemoryStore } from '@loggia/testing';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { expect, test } from 'vitest';
import { Clients } from '../wire/clients.ts';
import { hostChores } from './chores.ts';
import { defaultRetention } from './retention.ts';
import { Upkeep } from './upkeep.ts';

const hour = 60 * 60_000;

async function scene(disk = new MemoryDisk(), clock = new ManualClock()) {
  const scheduler = new ManualScheduler(clock);
  const kernel = await Kernel.open({ store: new MemoryStore(disk), kinds: [], clock, scheduler });
  const runs: number[] = [];
  const problems: string[] = [];
  const chore = { name: 'sweep', everyMs: hour, run: async () => void runs.push(clock.now()) };
  const upkeep = new Upkeep({
    kernel,
    clock,
    scheduler,
    report: (said) => problems.push(said),
  });
  upkeep.add(chore);
  return { disk, clock, scheduler, kernel, runs, problems, upkeep };
}

test('SE12: what is due is done soon after a start, and then at its time', async () => {
  const { scheduler, runs, upkeep } = await scene();
  upkeep.start();
  await scheduler.advance(60_000);
  expect(runs).toHaveLength(1);
  await scheduler.advance(50 * 60_000);
  expect(runs).toHaveLength(1);
  await scheduler.advance(20 * 60_000);
  expect(runs).toHaveLength(2);
  await upkeep.stop();
});

test('SE12: a host that never runs for an hour still does what is due every hour, and not at every start', async () => {
  const disk = new MemoryDisk();
  const clock = new ManualClock();
  const counts: number[] = [];
  for (let start = 0; start < 6; start++) {
    const { scheduler, kernel, runs, upkeep } = await scene(disk, clock);
    upkeep.start();
    await scheduler.advance(20 * 60_000);
    await upkeep.stop();
    await kernel.close();
    counts.push(runs.length);
  }
  expect(counts).toEqual([1, 0, 0, 1, 0, 0]);
});

test('SE12: a clock that was ahead puts nothing off', async () => {
  const { clock, kernel, runs, upkeep } = await scene();
  kernel.records.put('upkeep', 'sweep', clock.now() + 1_000 * hour);
  await upkeep.look();
  expect(runs).toHaveLength(1);
});

test('SE12: clients that have long been gone are forgotten, those that are here and the newest are not', async () => {
  const { clock, kernel } = await scene();
  const clients = new Clients(kernel, clock);
  const record = { principal: 'local', version: '1.0.0', capabilities: {} } as const;
  const remember = (id: string) => clients.remember(id, record);
  remember('gone');
  remember('here');
  clock.advance(31 * 24 * hour);
  for (let index = 0; index < 1_200; index++) {
    clock.advance(1);
    remember(`client-${index}`);
  }
  await clients.prune((id) => id === 'here', new Date(clock.now() - 30 * 24 * hour).toISOString());
  const left = (await kernel.records.list('clients')).map(({ key }) => key);
  expect(left).toHaveLength(1_001);
  expect(left).toEqual(expect.arrayContaining(['here', 'client-1199', 'client-200']));
  expect(left).not.toContain('gone');
  expect(left).not.toContain('client-199');
});

/** All bytes in the directory. */
function bytesIn(directory: string): Buffer {
  return Buffer.concat(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name))),
  );
}

test('SE12: after a purge and its upkeep, no byte of the data directory says what was purged', async () => {
  const rig = await ArtifactRig.open();
  try {
    const workspace = await rig.workspace();
    const secret = 'the heron crossed at quarter past nine';
    const word = 'heronquarterpast';
    const kept = await rig.committed(workspace, { title: 'Kept', context: { note: 'stays' } });
    for (let index = 0; index < 30; index++) await rig.create(workspace, { title: `Filler ${index}` });
    const made = await rig.create(workspace, {
      title: `${secret} ${word}`,
      context: { note: secret },
      content: { text: `${secret} in the content` },
    });
    const commit = { message: `${secret} in the message` };
    await rig.artifacts.commitArtifacts({ artifacts: [{ id: made.id }], ...commit }, me);
    await rig.artifacts.updateArtifact({ artifact: made.id, context: { note: `${secret} again` } }, me);
    rig.kernel.enlist('artifacts', {
      kind: 'derived',
      row: { artifact: made.id, key: 'k', excerpt: `${secret} in short`, thumbnail: undefined },
      text: `${secret} ${word} as text`,
    });
    rig.kernel.enlist('artifacts', {
      kind: 'capability',
      row: { key: 'k', at: '2026', result: JSON.stringify({ content: [{ type: 'text', text: secret }] }) },
    });
    await rig.kernel.settled();
    await rig.artifacts.announce([made.id]);
    for (let index = 0; index < 30; index++) await rig.create(workspace, { title: `More ${index}` });
    await rig.artifacts.deleteArtifacts({ artifacts: [made.id] }, me);
    expect(bytesIn(rig.directory).includes(secret)).toBe(true);

    await rig.artifacts.purgeArtifacts({ artifacts: [made.id] }, me);
    rig.clock.advance(2 * hour);
    const upkeep = new Upkeep({
      kernel: rig.kernel,
      clock: rig.clock,
      scheduler: new ManualScheduler(rig.clock),
      report: (problem, error) => {
        throw new Error(problem, { cause: error });
      },
    });
    const pruneClients = async () => undefined;
    const { kernel, artifacts } = rig;
    const discardLeftOver = () => artifacts.discardLeftOver(() => false);
    const audit = { removeBefore: async () => undefined };
    upkeep.add(
      ...hostChores({
        ...{ kernel, storage: rig, artifacts, audit, pruneClients, discardLeftOver },
        ...{ retention: defaultRetention, clock: rig.clock },
      }),
    );
    await upkeep.look();
    const bytes = bytesIn(rig.directory);
    for (const text of [secret, 'heron', 'quarterpast'])
      expect([text, bytes.includes(text)]).toEqual([text, false]);
    expect(bytes.includes('Filler 3')).toBe(true);
    expect((await rig.artifacts.getArtifact({ artifact: kept.id }, me)).artifact.title).toBe('Kept');
    expect((await rig.artifacts.search({ query: 'Filler', limit: 50 }, me)).hits).toHaveLength(30);
    expect((await rig.artifacts.search({ query: word }, me)).hits).toEqual([]);
    // A handler that wasn't told of the deletion still must be, without the content.
    const events = await rig.store.events({ artifact: made.id, limit: 10 });
    expect(events.map(({ kind }) => kind)).toEqual(['delete']);
  } finally {
    await rig.close();
  }
});
