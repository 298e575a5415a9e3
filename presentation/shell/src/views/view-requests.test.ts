import { HostError } from '@loggia/client';
import { reduceChat, type ChatState, type ViewContextAction } from '@loggia/protocol';
import { expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ConsentNeeded, Refusal } from './answers.ts';
import type { ViewFacts } from './subject.ts';
import type { ToolDescription } from './tool-descriptions.ts';
import { ViewRecord } from './view-record.ts';
import { ViewRequests } from './view-requests.ts';
import { facts, sandbox } from './view.testkit.ts';

function rig() {
  const state = {
    facts: facts as ViewFacts,
    tool: undefined as ToolDescription | undefined,
    chat: undefined as string | undefined,
    policies: [] as unknown[],
    failure: undefined as Error | undefined,
  };
  const call = vi.fn<(method: string, params: object, options: object) => Promise<unknown>>(async () => {
    if (state.failure) throw state.failure;
    return { content: [] };
  });
  const notify = vi.fn<(method: string, params: object) => void>();
  const view = { state: { turns: [] } as unknown as ChatState, ready: Promise.resolve() };
  const dispatch = (_chat: string, action: ViewContextAction) => {
    view.state = reduceChat(view.state, action);
    return { settled: Promise.resolve() };
  };
  const sent = vi.fn<(records: readonly unknown[]) => Promise<void>>(async () => {});
  const record = new ViewRecord({ after: () => () => {}, send: sent });
  const requests = new ViewRequests({
    host: {
      ask: async () => ({ policies: state.policies }),
      chats: { hold: () => () => {}, view: () => view },
      client: { call, notify, dispatch },
    } as unknown as ShellHost,
    subject: { id: 'view-1', conversation: async () => state.chat },
    record,
    facts: () => state.facts,
    sandbox: () => sandbox,
    tool: () => state.tool,
    confirm: async () => true,
    openLink: () => {},
    save: () => {},
  });
  const { signal } = new AbortController();
  const services = requests.services();
  return {
    state,
    call,
    notify,
    sent,
    record,
    requests,
    services,
    forward: (params: object, consent?: 'ask' | 'once') =>
      services.forward('tools/call', { ...params }, signal, consent),
    metaOf: () => (call.mock.lastCall?.[1] as { _meta: unknown } | undefined)?._meta,
  };
}

test('E10: a request carries the View’s key, and never a word of the View in the name of the shell', async () => {
  const { forward, call, metaOf } = rig();
  await forward({ name: 'other', _meta: { 'loggia.consent': 'view', 'loggia.view': 'x', progressToken: 1 } });
  expect(call.mock.lastCall?.slice(0, 2)).toEqual([
    'tools/call',
    { name: 'other', channel: 'mcp://1', _meta: { progressToken: 1, 'loggia.view': 'key-1' } },
  ]);
  await forward({ name: 'other', _meta: 'nonsense' }, 'once');
  expect(metaOf()).toEqual({ 'loggia.view': 'key-1', 'loggia.consent': 'once' });
});

test('E10: calling the tool that opened the View is told from other calls', async () => {
  const { state, forward, metaOf } = rig();
  const consented = async (name: string, consent: 'ask' | 'once' = 'ask') => {
    await forward({ name }, consent);
    return (metaOf() as { 'loggia.consent': string })['loggia.consent'];
  };
  expect(await consented('budget')).toBe('opener');
  expect(await consented('finance__budget')).toBe('opener');
  expect(await consented('get')).toBe('ask');
  expect(await consented('')).toBe('ask');
  expect(await consented('budget', 'once')).toBe('once');
  state.tool = { name: 'open', inputSchema: { type: 'object' } };
  expect(await consented('budget')).toBe('ask');
  expect(await consented('open')).toBe('opener');
});

test('E10: where the host wants consent it is asked for, and other failures stay what they are', async () => {
  const { state, forward } = rig();
  const data = { consent: { remembers: true } };
  state.failure = new HostError({ code: -32009, message: 'Ask first.', data });
  const failure = await forward({}, 'ask').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConsentNeeded);
  expect(failure).toMatchObject({ message: 'Ask first.', remembers: true });
  await expect(forward({}, 'once')).rejects.toBe(state.failure);
  state.failure = new HostError({ code: -32009, message: 'Never.' });
  await expect(forward({}, 'ask')).rejects.toBe(state.failure);
});

test('E11: without its server a View is told why', async () => {
  const { state, forward, call } = rig();
  state.facts = { ...facts, server: facts.server && { ...facts.server, state: { kind: 'stopped' } } };
  await expect(forward({})).rejects.toThrow(
    new Refusal(-32000, 'Finance is stopped. Start it to use the View.'),
  );
  state.facts = { ...facts, server: undefined };
  await expect(forward({})).rejects.toThrow('Its server is missing.');
  expect(call).not.toHaveBeenCalled();
});

test('E7: the user’s policy for the server goes before that of its sandbox', async () => {
  const { state, services } = rig();
  expect(await services.consentTo('openLink')).toBe('allow');
  state.policies = [
    { server: 'other', consent: { openLink: 'ask' } },
    { server: 'finance', consent: { openLink: 'deny' } },
  ];
  expect(await services.consentTo('openLink')).toBe('deny');
  expect(services.name).toBe('Budget (Finance)');
});

test('E7: the model is told in the conversation of the View, if there is one', async () => {
  const { state, services } = rig();
  await expect(services.tellModel([], { a: 1 })).rejects.toThrow('no conversation');
  await expect(services.say({ text: 'Hi', attachments: [] })).rejects.toThrow('Start one first.');
  expect(await services.context()).toEqual([]);
  state.chat = 'chat:requests';
  await services.tellModel([{ type: 'text', text: 'A fact' }], undefined);
  expect(await services.context()).toMatchObject([{ modelRepresentation: 'Budget shows:\nA fact' }]);
  // The message takes it along.
  await services.say({ text: 'Hi', attachments: [] });
  expect(await services.context()).toEqual([]);
});

test('E4: log messages go to a server that takes them, and else on the record', () => {
  const { state, requests, notify, record, sent } = rig();
  requests.log({ level: 'info', data: { a: 1 } });
  record.flush();
  expect(sent.mock.lastCall?.[0]).toEqual([
    { method: 'notifications/message', target: 'info', decision: 'allowed', reason: '{"a":1}', bytes: 7 },
  ]);
  state.facts = {
    ...facts,
    server: facts.server && { ...facts.server, capabilities: { logging: {} } },
  };
  requests.log({ level: 'info', data: 'x' });
  expect(notify.mock.calls).toEqual([
    [
      'notifications/message',
      { level: 'info', data: 'x', channel: 'mcp://1', _meta: { 'loggia.view': 'key-1' } },
    ],
  ]);
});
