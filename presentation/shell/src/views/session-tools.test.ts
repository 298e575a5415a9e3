import { viewToolLimits, viewToolMark, type SessionState, type StateAction } from '@loggia/protocol';
import { expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ManualTime } from './manual-time.testkit.ts';
import { SessionTools, type OfferedTools } from './session-tools.ts';

const session = 'ahp-session:/1';
const chat = 'ahp-chat:/1';

/** A session whose state the test sets, and the actions that were sent. */
function rig() {
  const time = new ManualTime();
  const sent: { readonly channel: string; readonly action: StateAction }[] = [];
  const listeners = new Set<() => void>();
  let state = { activeClients: [] } as unknown as SessionState;
  let holds = 0;
  let refusal: Error | undefined;
  const become = (change: Partial<SessionState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const host = {
    client: {
      clientId: 'tab',
      dispatch: (channel: string, action: StateAction) => {
        sent.push({ channel, action });
        if (action.type === 'session/activeClientSet' && !refusal)
          state = { ...state, activeClients: [action.activeClient] };
        return { settled: refusal ? Promise.reject(refusal) : Promise.resolve() };
      },
    },
    channels: {
      hold: () => {
        holds += 1;
        return () => (holds -= 1);
      },
      view: () => ({
        getSnapshot: () => ({ state }),
        subscribe: (listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      }),
    },
  } as unknown as ShellHost;
  const tools = new SessionTools(host, { after: time.after });
  return { time, sent, tools, become, holds: () => holds, refuse: (error: Error) => (refusal = error) };
}

const call = vi.fn<OfferedTools['call']>();

function offered(...names: readonly string[]): OfferedTools {
  const mark = viewToolMark({ view: 'v', title: 'Budget', server: 's', template: 'h', name: 'own' });
  return { call, tools: names.map((name) => ({ name, _meta: mark })) };
}

const asked = (toolName: string, toolInput = '{"a":1}') => ({
  kind: 'toolClientExecution' as const,
  id: `${chat}#call-1`,
  chat,
  turnId: 'turn-1',
  clientId: 'tab',
  toolCall: {
    status: 'running' as const,
    toolCallId: 'call-1',
    toolName,
    displayName: 'Set',
    invocationMessage: '',
    confirmed: 'user-action' as const,
    toolInput,
  },
});

const namesIn = (action: StateAction | undefined) =>
  action?.type === 'session/activeClientSet'
    ? action.activeClient.tools.map(({ name }) => name)
    : action?.type;

test('E4: additions are gathered, withdrawals are told at once, and the last one leaves the session', async () => {
  const { time, sent, tools, holds } = rig();
  tools.offer(session, 'one', offered('a'));
  tools.offer(session, 'two', offered('b', 'c'));
  expect(sent).toEqual([]);
  await time.pass(500);
  expect(sent.map(({ action }) => namesIn(action))).toEqual([['a', 'b', 'c']]);
  tools.offer(session, 'two', offered('b'));
  expect(sent.map(({ action }) => namesIn(action)).at(-1)).toEqual(['a', 'b']);
  tools.offer(session, 'two', undefined);
  tools.offer(session, 'one', undefined);
  expect(sent.map(({ action }) => namesIn(action)).slice(-2)).toEqual([['a'], 'session/activeClientRemoved']);
  expect(holds()).toBe(0);
  await time.pass(5000);
  expect(sent).toHaveLength(4);
});

test('E4: a View that comes and goes within the pause is never listed', async () => {
  const { time, sent, tools } = rig();
  tools.offer(session, 'one', offered('a'));
  tools.offer(session, 'one', undefined);
  await time.pass(5000);
  expect(sent).toEqual([]);
});

test('E11: no more than a session may have', async () => {
  const { time, sent, tools } = rig();
  const many = Array.from({ length: 60 }, (_, index) => `t${index}`);
  for (const view of ['one', 'two']) tools.offer(session, view, offered(...many.map((name) => view + name)));
  await time.pass(500);
  expect(namesIn(sent[0]?.action)).toHaveLength(viewToolLimits.perSession);
});

test('E4: a call runs once in the View that offers it, and its result goes to the chat', async () => {
  const { time, sent, tools, become } = rig();
  const result = { success: true, pastTenseMessage: 'Ran Set' };
  call.mockResolvedValue(result);
  tools.offer(session, 'one', offered('a'));
  await time.pass(500);
  become({ inputNeeded: [asked('a'), { ...asked('a'), id: 'other', clientId: 'another tab' }] });
  become({ inputNeeded: [asked('a')] });
  await time.pass(0);
  expect(call.mock.calls.map(([given]) => given)).toEqual([
    { name: 'a', displayName: 'Set', input: { a: 1 } },
  ]);
  expect(sent.at(-1)).toEqual({
    channel: chat,
    action: { type: 'chat/toolCallComplete', turnId: 'turn-1', toolCallId: 'call-1', result },
  });
});

test('E4: a call that is over is aborted in the View, and its answer is dropped', async () => {
  const { time, sent, tools, become } = rig();
  let answer: (result: Awaited<ReturnType<OfferedTools['call']>>) => void = () => {};
  let signal: AbortSignal | undefined;
  call.mockImplementation((_call, given) => {
    signal = given;
    return new Promise((resolve) => (answer = resolve));
  });
  tools.offer(session, 'one', offered('a'));
  await time.pass(500);
  become({ inputNeeded: [asked('a')] });
  expect(signal?.aborted).toBe(false);
  become({ inputNeeded: [] });
  expect(signal?.aborted).toBe(true);
  answer({ success: true, pastTenseMessage: '' });
  await time.pass(0);
  expect(sent).toHaveLength(1);
});

test('E4: unknown tools and input that isn’t an object fail with a sentence', async () => {
  const { time, sent, tools, become } = rig();
  tools.offer(session, 'one', offered('a'));
  await time.pass(500);
  become({ inputNeeded: [asked('gone'), { ...asked('a', '[]'), id: 'second' }] });
  await time.pass(0);
  expect(sent.slice(1).map(({ action }) => 'result' in action && action.result.error)).toEqual([
    { message: 'No open View offers “Set” any more.', code: 'unknownTool' },
    { message: 'The input of “Set” isn’t a JSON object. Send an object.', code: 'badInput' },
  ]);
});

test('E4: registers again where the host has removed this browser, but not a list that was refused', async () => {
  const { time, sent, tools, become, refuse } = rig();
  tools.offer(session, 'one', offered('a'));
  await time.pass(500);
  become({ activeClients: [] });
  expect(sent.map(({ action }) => namesIn(action))).toEqual([['a'], ['a']]);
  refuse(new Error('no'));
  become({ activeClients: [] });
  await time.pass(0);
  become({ activeClients: [] });
  await time.pass(0);
  expect(sent).toHaveLength(3);
});
