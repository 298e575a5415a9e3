import type { CallToolResult } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ToolProxy, type Door, type ProxyCall } from './tool-proxy.ts';

function opened(): ToolProxy {
  const proxy = new ToolProxy();
  onTestFinished(() => proxy.close());
  return proxy;
}

const answering = (text: string) => ({
  tools: () => [{ name: `tool_of_${text}` }],
  call: async (): Promise<CallToolResult> => ({ content: [{ type: 'text', text }] }),
});

async function post(
  { url }: Pick<Door, 'url'>,
  headers: Readonly<Record<string, string>>,
  method = 'tools/list',
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { name: 'x', arguments: {}, _meta: { progressToken: 'beat' } },
    }),
  });
  return { status: response.status, text: await response.text() };
}

const bearer = ({ token }: Pick<Door, 'token'>) => ({ authorization: `Bearer ${token}` });

test('K1: only the token of a conversation opens its door, and never for a page', async () => {
  const proxy = opened();
  const [one, other] = [await proxy.open(answering('one')), await proxy.open(answering('other'))];
  expect(new URL(one.url).hostname).toBe('127.0.0.1');
  const statuses = [
    await post(one, {}),
    await post(one, { authorization: 'Bearer wrong' }),
    await post(one, bearer(other)),
    await post(one, { ...bearer(one), origin: 'https://evil.example' }),
    await post({ url: new URL('/', one.url).href }, bearer(one)),
    await post(one, bearer(one)),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 200]);
  expect((await post(one, bearer(one))).text).toContain('tool_of_one');
  expect((await post(other, bearer(other))).text).toContain('tool_of_other');
});

test('K1: a closed door lets nobody in, and what runs behind it is given up', async () => {
  const proxy = opened();
  let started: (call: ProxyCall) => void = () => undefined;
  const running = new Promise<ProxyCall>((resolve) => (started = resolve));
  const door = await proxy.open({
    tools: () => [],
    call: (call) =>
      new Promise((resolve) => {
        started(call);
        call.signal.addEventListener('abort', () =>
          resolve({ content: [{ type: 'text', text: 'given up' }] }),
        );
      }),
  });
  const answer = post(door, bearer(door), 'tools/call');
  await running;
  door.close();
  expect((await answer).text).toContain('given up');
  expect((await post(door, bearer(door))).status).toBe(401);
});

test('L5: a body that is not JSON is refused', async () => {
  const door = await opened().open(answering('one'));
  const response = await fetch(door.url, { method: 'POST', headers: bearer(door), body: '{' });
  expect([response.status, await response.json()]).toEqual([400, { error: 'The body must be JSON.' }]);
});

test('B6: a call is not touched by a cancellation of an earlier one with the same id, which was finished', async () => {
  const door = await opened().open(answering('one'));
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const headers = { ...bearer(door), 'content-type': 'application/json' };
  expect((await post(door, bearer(door), 'tools/call')).text).toContain('one');
  const late = await fetch(door.url, { method: 'POST', headers, body: JSON.stringify(cancel) });
  expect(late.status).toBe(202);
  expect((await post(door, bearer(door), 'tools/call')).text).toContain('one');
});

test('B6: a cancellation ends the call of its own MCP session, and no other with the same id', async () => {
  const ended: string[] = [];
  let started = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const door = await opened().open({
    tools: () => [],
    call: async ({ name, signal }) => {
      started += 1;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.race([aborted, finished]);
      ended.push(`${name} ${signal.aborted ? 'canceled' : 'done'}`);
      return { content: [] };
    },
  });
  const ask = (message: object, session?: string): Promise<Response> =>
    fetch(door.url, {
      method: 'POST',
      headers: {
        ...{ ...bearer(door), 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...(session && { 'mcp-session-id': session }) },
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const begin = async (): Promise<string> => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const answer = await ask({ id: 1, method: 'initialize', params });
    await answer.text();
    return answer.headers.get('mcp-session-id') ?? '';
  };
  const [one, two] = [await begin(), await begin()];
  const call = (name: string) => ({ id: 2, method: 'tools/call', params: { name, arguments: {} } });
  const calls = [ask(call('of one'), one), ask(call('of two'), two)];
  await vi.waitFor(() => expect(started).toBe(2));
  await ask({ method: 'notifications/cancelled', params: { requestId: 2 } }, one);
  await vi.waitFor(() => expect(ended).toEqual(['of one canceled']));
  finish();
  await Promise.all(calls.map(async (each) => (await each).text()));
  expect(ended).toEqual(['of one canceled', 'of two done']);
});

test('B6: an agent hears at least every 10 seconds that its call goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let started = (): void => undefined;
  const running = new Promise<void>((resolve) => (started = resolve));
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const door = await opened().open({
    tools: () => [],
    call: async () => {
      started();
      await finished;
      return { content: [{ type: 'text', text: 'at last' }] };
    },
  });
  const answer = post(door, bearer(door), 'tools/call');
  await running;
  await vi.advanceTimersByTimeAsync(90_000);
  finish();
  const { text } = await answer;
  expect(text.split('notifications/progress').length - 1).toBeGreaterThanOrEqual(9);
  expect(text).toContain('"progressToken":"beat"');
  expect(text.trimEnd()).toMatch(/at last.*$/);
});

test('K1: a client of the newest revision discovers the server, and hears of changed tools', async () => {
  const door = await opened().open(answering('one'));
  expect(door.toolsChanged()).toBe(false);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const ask = (method: string, params: object): Promise<Response> =>
    fetch(door.url, {
      method: 'POST',
      signal: stop.signal,
      headers: {
        ...{ ...bearer(door), 'content-type': 'application/json', 'mcp-method': method },
        ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': revision },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { ...params, _meta } }),
    });
  expect(await (await ask('server/discover', {})).text()).toContain('"listChanged":true');
  const stream = await ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
  let heard = '';
  for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) {
    heard += piece;
    if (heard.includes('notifications/tools/list_changed')) break;
    door.toolsChanged();
  }
  expect(door.toolsChanged()).toBe(true);
});
