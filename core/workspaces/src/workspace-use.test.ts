import type { Kernel } from '@loggia/kernel';
import { workspaceUri, type Customization, type McpServerState, type SessionAction } from '@loggia/protocol';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quiet } from './servers.testkit.ts';
import { WorkspaceUse } from './workspace-use.ts';

let rig: ArtifactRig;
let workspace: string;
let uri: string;
let inUse: WorkspaceUse;
/** The calls to equipment. */
const told: unknown[] = [];
const problems: unknown[] = [];
/** The channels that are pinned in memory. */
const pins: string[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
  uri = workspaceUri(workspace);
  told.length = 0;
  problems.length = 0;
  pins.length = 0;
  inUse = attending();
});
afterEach(async () => {
  inUse.stop();
  await rig.close();
});

function attending(more: Partial<Kernel> = {}): WorkspaceUse {
  const { kernel } = rig;
  const watched = {
    busy: (kind) => kernel.busy(kind),
    load: (wanted) => kernel.load(wanted),
    append: (channel, action, origin) => kernel.append(channel, action, origin),
    pin(channel) {
      const unpin = kernel.pin(channel);
      pins.push(channel.uri);
      return () => {
        unpin();
        pins.splice(pins.indexOf(channel.uri), 1);
      };
    },
    ...more,
  } as Kernel;
  return new WorkspaceUse({
    kernel: watched,
    equipment: {
      use: (used) => void told.push(['use', used]),
      idle: (left) => void told.push(['idle', left]),
      disposed: (gone) => void told.push(['disposed', gone]),
    },
    report: (_, error) => void problems.push(error),
  });
}

describe('F2: a workspace is in use', () => {
  test('from the first who comes until the last has left', async () => {
    inUse.watched(uri);
    const release = inUse.use(workspace);
    inUse.watched(uri);
    await quiet();
    expect(told).toEqual([['use', uri]]);
    inUse.unwatched(uri);
    release();
    expect(told).toEqual([['use', uri]]);
    inUse.unwatched(uri);
    expect(told).toEqual([
      ['use', uri],
      ['idle', uri],
    ]);
    inUse.watched(uri);
    await quiet();
    expect(told).toHaveLength(3);
  });

  test('no longer than it is needed by the host: leaving twice is leaving once', async () => {
    inUse.watched(uri);
    const release = inUse.use(workspace);
    await quiet();
    release();
    release();
    expect(told).toEqual([['use', uri]]);
    inUse.unwatched(uri);
    expect(told).toEqual([
      ['use', uri],
      ['idle', uri],
    ]);
  });

  test('not by those who have left before it was loaded', async () => {
    inUse.use(workspace)();
    await quiet();
    expect([told, pins]).toEqual([[['idle', uri]], []]);
  });

  test('only if it is there, and other channels are none', async () => {
    inUse.use('nowhere');
    inUse.watched('ahp-session:/s');
    inUse.unwatched('ahp-session:/s');
    inUse.unwatched(uri);
    await quiet();
    expect([told, problems]).toEqual([[], []]);
  });

  test('and is in memory meanwhile, so that its servers can be told of', async () => {
    inUse.use(workspace)();
    const release = inUse.use(workspace);
    inUse.watched(uri);
    await quiet();
    // Its servers don't stop immediately, and their last changes are published as well.
    release();
    inUse.unwatched(uri);
    expect(pins).toEqual([uri]);
    inUse.stop();
    expect(pins).toEqual([]);
  });

  test('until it is deleted; whoever leaves after that leaves nothing', async () => {
    const release = inUse.use(workspace);
    await quiet();
    expect(pins).toEqual([uri]);
    inUse.disposed(workspace);
    release();
    inUse.unwatched(uri);
    expect(told).toEqual([
      ['use', uri],
      ['disposed', uri],
    ]);
    expect(pins).toEqual([]);
  });

  test('or not, when it cannot be loaded, which is reported', async () => {
    const load = () => Promise.reject(new Error('The disk is gone.'));
    const release = attending({ load }).use(workspace);
    await quiet();
    expect(problems).toEqual([new Error('The disk is gone.')]);
    release();
  });
});

describe('F2: servers of which the last run of the host said that they run', () => {
  const server = (id: string, state: McpServerState, channel?: string): Customization => ({
    type: 'mcpServer',
    id,
    uri: `file:///${id}`,
    name: id,
    state,
    ...(channel !== undefined && { channel }),
  });
  const down: McpServerState = { kind: 'error', error: { errorType: 'exit', message: 'It ended.' } };

  test('do not run any more', async () => {
    const customizations = [
      server('ready', { kind: 'ready' }, 'mcp://ready'),
      server('down', down),
      server('stopped', { kind: 'stopped' }),
      {
        type: 'plugin',
        id: 'p',
        uri: 'file:///p',
        name: 'P',
        load: { kind: 'loaded' },
        children: [server('inner', { kind: 'starting' })],
      } as Customization,
    ];
    const channel = await rig.kernel.load(uri);
    if (!channel) throw new Error('There is no workspace.');
    rig.kernel.append(channel, { type: 'session/customizationsChanged', customizations } as SessionAction);
    await rig.kernel.settled();
    await inUse.start();
    await rig.kernel.settled();
    const { customizations: settled = [] } = await rig.shown(workspace);
    const states = settled.flatMap((entry) =>
      entry.type === 'mcpServer' ? [entry] : (entry.children ?? []),
    );
    expect(states).toEqual(
      ['ready', 'down', 'stopped', 'inner'].map((id) => server(id, { kind: 'stopped' })),
    );
    const seq = (await rig.kernel.load(uri))?.seq;
    await inUse.start();
    expect((await rig.kernel.load(uri))?.seq).toBe(seq);
    expect(told).toEqual([]);
  });
});
