import { serverTaskOf, type ChatState } from '@loggia/protocol';
import {
  reportOf,
  ScriptedEquipment,
  SessionRig,
  type EquipmentScript,
  type MemoryDisk,
} from '@loggia/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningCall } from '../equipment.ts';
import type { Harness, PastPart } from '../harness.ts';
import { callsIn, replyOf, rig } from '../rig.testkit.ts';

const task = { taskId: 'task-1', generation: 'core' } as const;

/** Calls both jobs, unless an earlier attempt has their results. */
function worker(told: (readonly PastPart[])[]): Harness {
  return {
    describe: { provider: 'worker', displayName: 'Worker', description: '', models: [] },
    async *run(turn) {
      const parts = turn.resumes?.parts ?? [];
      told.push(parts);
      const done = parts.flatMap((part) => (part.kind === 'tool' ? [part.outcome] : []));
      const outcomes =
        done.length > 0
          ? done
          : [await turn.callTool({ name: 'job', input: '{"a":1}', says: 'Working', confirm: false })];
      yield { kind: 'text', text: outcomes.map((one) => (one.kind === 'done' ? one.text : one.kind)).join() };
    },
  };
}

/** Runs as a task without an end. */
const endless = async (call: RunningCall) => {
  call.runsAs?.(task);
  return new Promise<never>(() => {});
};

const follows = async (call: RunningCall) => reportOf(call.follows ? 'followed' : 'called again');

async function hostOn(disk: MemoryDisk | undefined, script: EquipmentScript) {
  const equipment = new ScriptedEquipment(script);
  const told: (readonly PastPart[])[] = [];
  const options = { harnesses: [worker(told)], equipment: equipment.attach };
  const host = disk ? await rig({ ...options, disk }) : await SessionRig.open(options);
  return { host, equipment, told };
}

/** A host that was killed while a task ran. */
async function interrupted() {
  const { host, equipment } = await hostOn(undefined, { tools: { job: endless } });
  onTestFinished(() => host.close().catch(() => {}));
  const { chat } = await host.create();
  const turnId = await host.say(chat, 'go');
  await host.until(chat, (state) => callsIn(state).some((call) => serverTaskOf(call)));
  await host.kernel.settled();
  return { host, chat, turnId, call: equipment.calls[0] };
}

/** Resolves once the call is stopped: is its task left or canceled? */
function stopOf(call: RunningCall | undefined): Promise<string> {
  return new Promise((resolve) =>
    call?.signal.addEventListener('abort', () => resolve(call.leavesTask?.() ? 'left' : 'canceled')),
  );
}

const over = ({ activeTurn, turns }: ChatState) => !activeTurn && turns.at(-1)?.state !== 'error';

test('A4, B4: a resumed turn waits for the task of its call, and the agent is told of the result alone', async () => {
  const { host: before, chat, turnId } = await interrupted();
  const { host, equipment, told } = await hostOn(before.disk, { tools: { job: follows } });
  await host.dispatch(chat, { type: 'chat/turnResume', turnId });
  const state = await host.until(chat, over);
  expect(replyOf(state)).toBe('followed');
  expect(callsIn(state)).toMatchObject([
    { status: 'cancelled', reason: 'skipped', toolInput: '{"a":1}' },
    { status: 'completed', success: true, toolInput: '{"a":1}', contributor: { kind: 'mcp' } },
  ]);
  expect(equipment.calls).toMatchObject([{ name: 'job', input: '{"a":1}', follows: task }]);
  const outcome = { kind: 'done', text: 'followed' };
  expect(told).toEqual([
    [{ kind: 'tool', id: expect.any(String) as string, name: 'job', input: '{"a":1}', outcome }],
  ]);
  await host.say(chat, 'more');
  await host.until(chat, ({ turns }) => turns.length === 2);
  expect(equipment.calls.at(-1)?.follows).toBeUndefined();
});

test('A4: a task goes on while its turn can be resumed, and is canceled with the turn', async () => {
  const { host: before, chat, turnId, call } = await interrupted();
  const stops = [stopOf(call)];
  await before.close();

  const { host, equipment } = await hostOn(before.disk, { tools: { job: endless } });
  await host.dispatch(chat, { type: 'chat/turnResume', turnId });
  const isFollowed = (state: ChatState): boolean => callsIn(state)[1]?.status === 'running';
  await host.until(chat, isFollowed);
  stops.push(stopOf(equipment.calls[0]));
  await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
  expect(await Promise.all(stops)).toEqual(['left', 'canceled']);
  expect(callsIn(await host.chat(chat))).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
});

test.each([
  ['has changed', { tools: { job: follows }, definitions: { job: 'another' } }],
  ['is gone', { tools: { other: follows } }],
  ['belongs to another server', { tools: { job: follows }, serverOf: () => 'another' }],
] as const)('B13, B4: a server is not asked about a task if the tool %s', async (_, script) => {
  const { host: before, chat, turnId } = await interrupted();
  const { host, equipment } = await hostOn(before.disk, script);
  await host.dispatch(chat, { type: 'chat/turnResume', turnId });
  expect(replyOf(await host.until(chat, over))).toBe('failed');
  expect(equipment.calls).toEqual([]);
});
