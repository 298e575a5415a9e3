import { cacheWriteOf, costOf } from '@loggia/protocol';
import { reportOf } from '@loggia/testing';
import { answers, calls, counted, says, type SeenRequest } from '@loggia/testing/providers';
import { expect, it } from 'vitest';
import { expectClean, modelRig, wires } from './model-rig.testkit.ts';

const google = { wire: 'google', options: { provider: 'google' } } as const;
const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const models = [{ id: 'm', maxContextWindow: 100_000 }];
const priced = { models, prices: { m: price } };
const messagesIn = ({ body }: SeenRequest) =>
  (body['messages'] ?? body['input'] ?? body['contents']) as readonly unknown[];
/** As Anthropic compares it: breakpoints aren't part of the content. */
const text = (value: unknown) =>
  JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));

it.each([...wires, google])(
  'K4: over $wire, each step sends what the last one did, and more',
  async (wire) => {
    const tools = { add: async () => reportOf('3'), look: async () => reportOf('grass') };
    const rig = await modelRig(wire, { tools }, { models });
    rig.provider
      .when('Add', answers(calls('add', { a: 1 }), calls('look', {})))
      .when('grass', answers(calls('look', { at: 2 })))
      .when('grass', answers(says('Green.')))
      .when('And', answers(says('Yes.')));
    await rig.turn('Add');
    const steps = [...rig.provider.requests];
    await rig.turn('And?');
    expect(steps).toHaveLength(3);
    for (const [at, request] of steps.entries()) {
      const before = steps[at - 1];
      if (!before) continue;
      expect(text(request.body['tools'])).toBe(text(before.body['tools']));
      expect(request.system).toBe(before.system);
      const sent = messagesIn(before);
      expect(text(messagesIn(request).slice(0, sent.length))).toBe(text(sent));
    }
    const next = rig.provider.requests.at(-1);
    expect(next && text(messagesIn(next)[0])).toBe(text(messagesIn(steps[0] as SeenRequest)[0]));
    expectClean(rig);
  },
);

it('K4: Anthropic is told where the cache begins and ends', async () => {
  const [anthropic = google] = wires;
  const rig = await modelRig(anthropic, { tools: { add: async () => reportOf('3') } }, { models });
  rig.provider.when('Add', answers(calls('add', { a: 1 }))).when('3', answers(says('3.')));
  await rig.turn('Add');
  const [first, second] = rig.provider.requests.map(({ body }) => body);
  const breakpoint = { type: 'ephemeral' };
  for (const body of [first, second]) {
    expect(body?.['system']).toMatchObject([{ type: 'text', cache_control: breakpoint }]);
    expect(body?.['cache_control']).toEqual(breakpoint);
  }
  expect(second?.['messages']).toMatchObject([
    { role: 'user', content: [{ text: 'Add', cache_control: breakpoint }] },
    { role: 'assistant' },
    { role: 'user', content: [{ type: 'tool_result' }] },
  ]);
  expectClean(rig);
});

it('K4: OpenAI is told which requests belong together, without saying what they are', async () => {
  const [, openai = google] = wires;
  const rig = await modelRig(openai, {}, { models });
  rig.provider.when('One', answers(says('1'))).when('Two', answers(says('2')));
  await rig.turn('One');
  await rig.turn('Two');
  const keys = rig.provider.requests.map(({ body }) => body['prompt_cache_key']);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expectClean(rig);
});

const usage = { input: 1_000, output: 100, cacheRead: 600, cacheWrite: 200 };
it.each([
  ['anthropic', 200 * 3 + 600 * 0.3 + 200 * 3.75 + 100 * 15, 200],
  ['responses', 400 * 3 + 600 * 0.3 + 100 * 15, undefined],
  ['chat-completions', 400 * 3 + 600 * 0.3 + 100 * 15, undefined],
  ['google', 400 * 3 + 600 * 0.3 + 100 * 15, undefined],
])('K4: over %s, cached tokens are told and priced', async (name, cost, written) => {
  const wire = [...wires, google].find((one) => one.wire === name);
  if (!wire) throw new Error('A wire is expected.');
  const rig = await modelRig(wire, {}, priced);
  rig.provider.when('Go', counted(answers(says('Gone.')), usage));
  const state = await rig.turn('Go');
  const told = state.turns[0]?.usage;
  expect(told).toMatchObject({ inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 600 });
  expect(cacheWriteOf(told)).toBe(written);
  expect(costOf(told)).toBeCloseTo(cost / 1_000_000, 12);
  expectClean(rig);
});

it('K4: without a price there is no cost', async () => {
  const rig = await modelRig(google, {}, {});
  rig.provider.when('Go', counted(answers(says('Gone.')), usage));
  expect(costOf((await rig.turn('Go')).turns[0]?.usage)).toBeUndefined();
  expectClean(rig);
});
