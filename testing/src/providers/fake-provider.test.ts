import { expect, it, onTestFinished } from 'vitest';
import { FakeProvider, type WireName } from './fake-provider.ts';
import { answers, says } from './script.ts';

async function open(wire: WireName): Promise<FakeProvider> {
  const provider = await FakeProvider.open(wire);
  onTestFinished(() => provider.close());
  return provider;
}

function ask({ baseURL }: FakeProvider, path: string, body: object): Promise<Response> {
  return fetch(`${baseURL}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', authorization: 'Bearer k' },
    body: JSON.stringify(body),
  });
}

const user = (content: unknown) => ({ role: 'user', content });
const use = { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' };
const tools = [{ name: 'add', input_schema: { type: 'object' } }];
const chatCall = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } };

it.each<[WireName, string, object, RegExp]>([
  ['anthropic', '/messages', { messages: [user('a'), user('b')] }, /roles must alternate/],
  ['anthropic', '/messages', { messages: [user(' ')] }, /must not be blank/],
  ['anthropic', '/messages', { tools, messages: [user([result])] }, /no tool_use toolu_1 comes before/],
  [
    'anthropic',
    '/messages',
    { tools, messages: [user('a'), { role: 'assistant', content: [use] }, user('b')] },
    /toolu_1 has not one tool_result/,
  ],
  [
    'anthropic',
    '/messages',
    { messages: [user('a'), { role: 'assistant', content: [use] }, user([result])] },
    /must define tools/,
  ],
  [
    'chat-completions',
    '/chat/completions',
    { messages: [user('a'), { role: 'assistant', content: '', tool_calls: [chatCall] }, user('b')] },
    /c1 must be followed by tool messages/,
  ],
  [
    'chat-completions',
    '/chat/completions',
    { messages: [{ role: 'tool', tool_call_id: 'c1', content: 'x' }] },
    /no tool call c1/,
  ],
  [
    'responses',
    '/responses',
    { store: false, input: [{ type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}' }] },
    /No tool output found for c1/,
  ],
  ['responses', '/responses', { input: [user('a')] }, /would be kept/],
])('K1: what the real one would refuse is refused (%s)', async (wire, path, body, problem) => {
  const provider = await open(wire);
  provider.when(() => true, answers(says('Never.')));
  const response = await ask(provider, path, { max_tokens: 10, ...body });
  expect(response.status).toBe(400);
  expect(provider.problems.join()).toMatch(problem);
  expect(provider.unused).toBe(1);
});

it('K1: what is not in the script is a problem', async () => {
  const provider = await open('anthropic');
  provider.when('Hello', answers(says('Hello.')));
  const response = await ask(provider, '/messages', { max_tokens: 10, messages: [user('Bye')] });
  expect(response.status).toBe(400);
  expect(provider.problems).toEqual(['The script has nothing for {"text":"Bye","results":[]}.']);
});
