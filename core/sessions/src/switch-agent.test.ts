import { sessionAgent, type RootState } from '@loggia/protocol';
import { createHarness } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { Harness } from './harness.ts';
import { replyOf, rig } from './rig.testkit.ts';

function agent(provider: string, says = provider): Harness {
  return {
    describe: { provider, displayName: `The ${provider}`, description: '', models: [] },
    async *run() {
      yield { kind: 'text', text: says };
    },
  };
}

test('J9: agents that come and go show on the root channel at once', async () => {
  const { kernel, harnesses } = await rig({ harnesses: [agent('one')] });
  const shown = async () =>
    (await kernel.load<RootState>('ahp-root://'))?.state.agents.map((a) => a.provider);
  expect(await shown()).toEqual(['one']);
  harnesses.replace([agent('two'), agent('one')]);
  expect(await shown()).toEqual(['two', 'one']);
  expect(harnesses.providerFor(undefined)).toBe('two');
});

test('J9: a session is switched to another agent, which knows what was said', async () => {
  const host = await rig({ harnesses: [agent('one'), createHarness()] });
  const { session, chat } = await host.create();
  await host.say(chat, 'hello');
  expect(replyOf(await host.idle(chat))).toBe('one');
  await host.sessions.switchAgent(session, 'echo');
  await host.kernel.settled();
  expect(sessionAgent(await host.session(session))).toBe('echo');
  expect(host.announced.changed.at(-1)).toEqual([session, expect.objectContaining({ provider: 'echo' })]);
  await host.say(chat, 'again');
  expect(replyOf(await host.idle(chat))).toContain('again');
});

test('J9: a session is not switched to an agent that is not there', async () => {
  const host = await rig({ harnesses: [agent('one')] });
  const { session } = await host.create();
  await expect(host.sessions.switchAgent(session, 'two')).rejects.toMatchObject({ code: -32002 });
});

test('J9: a turn whose agent is removed ends with a clear error, and another agent resumes it', async () => {
  const hold = new Promise<void>(() => undefined);
  const slow: Harness = {
    ...agent('slow'),
    async *run() {
      yield { kind: 'text', text: 'Once' };
      await hold;
    },
  };
  const host = await rig({ harnesses: [slow, agent('one')] });
  const { session, chat } = await host.create();
  await host.say(chat, 'tell me');
  await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
  host.harnesses.replace([agent('one')]);
  const ended = await host.idle(chat);
  const error = ended.turns.at(-1)?.responseParts.find((part) => part.kind === 'error');
  expect(error?.error.message).toBe(
    'The slow was disconnected while it answered. Choose another model below the message field, then resume this turn.',
  );
  await host.sessions.switchAgent(session, 'one');
  await host.dispatch(chat, { type: 'chat/turnResume', turnId: ended.turns.at(-1)?.id ?? '' });
  expect(replyOf(await host.idle(chat))).toContain('one');
});

test('F2, J9: a new session begins with the agent of its workspace, as long as the host has that', async () => {
  const host = await rig({
    harnesses: [agent('one'), agent('two')],
    projectFor: async ({ workspace }) => ({ uri: String(workspace), displayName: '' }),
    settingsIn: (project) => (project === 'x:/a' ? { agent: 'two' } : {}),
  });
  const agentOf = async (uri: string, workspace: string, provider?: string) => {
    const named = provider === undefined ? {} : { provider };
    await host.sessions.createSession({ channel: uri, config: { workspace }, ...named }, 'c');
    return (await host.session(uri)).provider;
  };
  expect(await agentOf('ahp-session:/1', 'x:/a')).toBe('two');
  expect(await agentOf('ahp-session:/2', 'x:/b')).toBe('one');
  expect(await agentOf('ahp-session:/3', 'x:/a', 'one')).toBe('one');
  host.harnesses.replace([agent('one')]);
  expect(await agentOf('ahp-session:/4', 'x:/a')).toBe('one');
});
