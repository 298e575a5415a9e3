import { summaryMarkOf, type ChatState } from '@loggia/protocol';
import { MemoryDisk, reportOf, ScriptedEquipment, SessionRig, userMessage } from '@loggia/testing';
import {
  answers,
  calls,
  holds,
  refuses,
  says,
  type Reply,
  type SeenRequest,
} from '@loggia/testing/providers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHarness } from '../create-harness.ts';
import {
  callsIn,
  errorOf,
  expectClean,
  modelRig,
  partsOf,
  replyOf,
  wires,
  type ModelRig,
} from '../model-rig.testkit.ts';
import type { ModelHarnessOptions } from '../options.ts';

const google = { wire: 'google', options: { provider: 'google' } } as const;
const [anthropic = google] = wires;

vi.setConfig({ testTimeout: 30_000 });

const hasNot = (words: string) => (request: SeenRequest) =>
  !isSummary(request) && !textOf(request).includes(words);
const isSummary = ({ system }: SeenRequest) => system.includes('You summarize a conversation');
const marksIn = (state: ChatState) =>
  [...state.turns, ...(state.activeTurn ? [state.activeTurn] : [])]
    .flatMap(({ responseParts }) => responseParts)
    .flatMap((part) => summaryMarkOf(part) ?? []);
const noticesIn = (state: ChatState) =>
  partsOf(state).flatMap((part) => (part.kind === 'systemNotification' ? [part.content] : []));
const textOf = ({ turns }: SeenRequest) => turns.map(({ text }) => text).join('\n');
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `Line ${n} of ${word} has some words in it.`).join('\n');

const small = (more: Partial<ModelHarnessOptions> = {}): Partial<ModelHarnessOptions> => ({
  models: [{ id: 'large', supportsVision: true, maxContextWindow: 2_500 }],
  maxSteps: 500,
  ...more,
});

const looking = { look: async ({ input }: { readonly input: string }) => reportOf(lines(25, input)) };

/** A session whose tool gives about 400 tokens, with a provider that counts. */
async function smallRig(
  wire: (typeof wires)[number] | typeof google,
  more: Partial<ModelHarnessOptions> = small(),
) {
  const rig = await modelRig(wire, { tools: looking }, more);
  rig.provider.window = 2_500;
  return rig;
}

/** Calls the tool so many times, once in a step, and then says that it is done. */
function looksAround(times: number): () => Reply {
  let count = 0;
  return () => (count++ < times ? answers(calls('look', { at: count })) : answers(says('Done.')));
}

describe.each([...wires, google])('over $wire', (wire) => {
  it('K4: a turn of many calls never fills the window, and nothing of it is lost to the user', async () => {
    const rig = await smallRig(wire);
    let summaries = 0;
    rig.provider
      .always(isSummary, () => answers(says(`Summary ${++summaries}`)))
      .always(/./, looksAround(16));
    const state = await rig.turn('Look around sixteen times, gently', 20_000);
    expect(replyOf(state)).toBe('Done.');
    expect(callsIn(state).map(({ status }) => status)).toEqual(Array(16).fill('completed'));
    expect(marksIn(state).length).toBeGreaterThan(1);
    expect(marksIn(state).at(-1)?.text).toBe(`Summary ${summaries}`);
    expect(rig.provider.overflows).toBe(0);
    const last = rig.provider.requests.at(-1);
    expect(last && textOf(last)).toContain(`Summary ${summaries}`);
    expect(rig.provider.requests.filter(hasNot('sixteen times, gently'))).toEqual([]);
    expectClean(rig);
  });

  it('K4: a request that the provider finds too long is summarized and sent again, once', async () => {
    const rig = await smallRig(wire, small({ models: [{ id: 'large' }] }));
    rig.provider.always(isSummary, () => answers(says('In short.'))).always(/./, looksAround(14));
    const state = await rig.turn('Look around', 20_000);
    expect(replyOf(state)).toBe('Done.');
    expect(rig.provider.overflows).toBeGreaterThan(0);
    expect(marksIn(state).length).toBeGreaterThan(0);
    expectClean(rig);
  });
});

it('K4: earlier turns are summarized before the window is full, and later turns start from the summary', async () => {
  const rig = await smallRig(anthropic);
  rig.provider
    .always(isSummary, () => answers(says('They spoke of trees.')))
    .always(/./, () => answers(says('Yes.')));
  for (let n = 1; n <= 14; n++) await rig.turn(`Turn ${n}: ${lines(20, 'trees')}`);
  const state = await rig.host.chat(rig.chat);
  expect(marksIn(state).length).toBeGreaterThan(0);
  expect(state.turns).toHaveLength(14);
  expect(rig.provider.overflows).toBe(0);
  const before = rig.provider.requests.length;
  await rig.turn('And now?');
  const [request] = rig.provider.requests.slice(before);
  expect(request && textOf(request)).toMatch(/They spoke of trees\.[\s\S]*And now\?/);
  expect(request && textOf(request)).not.toContain('Turn 1:');
  expectClean(rig);
});

it('K4: instructions, attachments and steering messages of the turn survive the summary', async () => {
  const rig = await smallRig(anthropic, small({ system: 'Be kind to strangers.' }));
  const answer = looksAround(14);
  let asked = 0;
  rig.provider
    .always(isSummary, () => answers(says('In short.')))
    .always(/./, () => {
      if (++asked === 4) {
        const message = userMessage('Only the green ones');
        void rig.host.dispatch(rig.chat, {
          type: 'chat/pendingMessageSet',
          kind: 'steering',
          id: 's',
          message,
        });
      }
      return answer();
    });
  const attachments = [{ type: 'simple' as const, label: 'list.txt', modelRepresentation: 'oak, elm' }];
  const state = await rig.turn({ text: 'Look around', attachments }, 20_000);
  expect(marksIn(state).length).toBeGreaterThan(1);
  const last = rig.provider.requests.at(-1);
  expect(last && textOf(last)).toMatch(
    /In short\.[\s\S]*Look around[\s\S]*oak, elm[\s\S]*Only the green ones/,
  );
  expect(last?.system).toContain('Be kind to strangers.');
  expectClean(rig);
});

it('K4: /compact summarizes everything with the focus of the user, and the next turn starts from it', async () => {
  const rig = await smallRig(anthropic);
  rig.provider
    .when('Hello', answers(says('Hi.')))
    .when(
      (request) => isSummary(request) && textOf(request).includes('keep the names'),
      answers(says('A greeting.')),
    )
    .when('Who', answers(says('You.')));
  await rig.turn('Hello');
  const state = await rig.turn('/compact keep the names');
  expect(marksIn(state)).toEqual([{ text: 'A greeting.', keeps: 'nothing' }]);
  expect(state.turns[0]?.responseParts).toMatchObject([{ kind: 'markdown', content: 'Hi.' }]);
  await rig.turn('Who?');
  const last = rig.provider.requests.at(-1);
  expect(last?.turns).toHaveLength(1);
  expect(last && textOf(last)).toMatch(/A greeting\.[\s\S]*Who\?$/);
  expect(last && textOf(last)).not.toContain('/compact');
  expectClean(rig);
});

it('K4: /compact in a new chat says that there is nothing to summarize', async () => {
  const rig = await smallRig(anthropic);
  expect(noticesIn(await rig.turn('/compact'))).toEqual(['There is nothing to summarize yet.']);
  expectClean(rig);
});

it('K4: a summary that fails leaves out old results instead, says so, and loses no message', async () => {
  const rig = await smallRig(anthropic);
  rig.provider
    .always(isSummary, () => refuses(400, 'No summaries today', { type: 'invalid_request_error' }))
    .always(/./, looksAround(14));
  const state = await rig.turn('Look around, please', 20_000);
  expect(replyOf(state)).toBe('Done.');
  expect(marksIn(state)).toEqual([]);
  expect(noticesIn(state)).toEqual([
    'Earlier messages couldn’t be summarized. Anthropic did not accept the request: No summaries today. ' +
      'Parts of tool results are left out of this answer to make room.',
  ]);
  expect(rig.provider.overflows).toBe(0);
  expect(rig.provider.requests.filter(isSummary)).toHaveLength(1);
  expect(rig.provider.requests.filter(hasNot('Look around, please'))).toEqual([]);
  expectClean(rig);
});

it('K4: without results to leave out, the oldest messages are left out of the request', async () => {
  const rig = await smallRig(anthropic);
  rig.provider
    .always(isSummary, () => refuses(400, 'No', { type: 'invalid_request_error' }))
    .always(/./, () => answers(says('Yes.')));
  for (let n = 1; n <= 14; n++) await rig.turn(`Turn ${n}: ${lines(20, 'trees')}`);
  const state = await rig.turn('And now?');
  expect(replyOf(state)).toBe('Yes.');
  expect(noticesIn(state)).toMatchObject([
    expect.stringContaining('Older messages are left out of this answer'),
  ]);
  const last = rig.provider.requests.at(-1);
  expect(last && textOf(last)).toMatch(/Turn 14:[\s\S]*And now\?$/);
  expect(rig.provider.overflows).toBe(0);
  expectClean(rig);
});

it('K4: a result that alone would fill the window is cut, and the turn goes on', async () => {
  const rig = await modelRig(
    anthropic,
    { tools: { look: async () => reportOf(lines(400, 'a forest')) } },
    small(),
  );
  rig.provider.window = 2_500;
  rig.provider.always(/./, looksAround(1));
  const state = await rig.turn('Look');
  expect(replyOf(state)).toBe('Done.');
  expect(noticesIn(state)).toEqual(['Parts of tool results are left out of this answer to make room.']);
  expect(rig.provider.overflows).toBe(0);
  expectClean(rig);
});

it('K4: a turn that is cancelled while it summarizes leaves no mark, and the next one uses the whole history', async () => {
  const rig = await smallRig(anthropic);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  rig.provider.when('Hello', answers(says('Hi.'))).when(isSummary, answers(holds(held), says('Late.')));
  await rig.turn('Hello');
  const turnId = await rig.say('/compact');
  await vi.waitFor(() => expect(rig.provider.requests).toHaveLength(2));
  expect((await rig.host.chat(rig.chat)).activity).toBe('Summarizing earlier messages…');
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  rig.provider.when('Who', answers(says('You.')));
  const state = await rig.turn('Who?');
  release();
  expect(marksIn(state)).toEqual([]);
  expect(rig.provider.requests.at(-1)?.turns.map(({ text }) => text)).toEqual(['Hello', 'Hi.', 'Who?']);
  expectClean(rig);
});

it('K4: /compact during a turn summarizes what it has done so far', async () => {
  const rig = await smallRig(anthropic);
  const answer = looksAround(5);
  let asked = 0;
  rig.provider
    .always(isSummary, () => answers(says('In short.')))
    .always(/./, () => {
      const message = userMessage('/compact');
      if (++asked === 4)
        void rig.host.dispatch(rig.chat, {
          type: 'chat/pendingMessageSet',
          kind: 'steering',
          id: 's',
          message,
        });
      return answer();
    });
  const state = await rig.turn('Look around', 20_000);
  expect(marksIn(state)).toMatchObject([{ text: 'In short.', keeps: { turn: 't1', calls: 1 } }]);
  expect(replyOf(state)).toBe('Done.');
  expectClean(rig);
});

it('K4: switched off, a conversation that is too long says what to do', async () => {
  const rig = await smallRig(anthropic, small({ compactAt: false }));
  rig.provider.always(/./, looksAround(16));
  const state = await rig.turn('Look around', 20_000);
  expect(errorOf(state)).toBe(
    'The conversation is too long for large. Send /compact, start a new chat, or choose a model with a larger window.',
  );
  expect(rig.provider.overflows).toBe(1);
  expectClean(rig, 1);
});

it('K4: a long conversation goes on with a model whose window it never fitted', async () => {
  const models = [
    { id: 'large', maxContextWindow: 200_000 },
    { id: 'tiny', maxContextWindow: 1_500 },
  ];
  const rig = await smallRig(anthropic, small({ models }));
  rig.provider.window = undefined;
  rig.provider
    .always(isSummary, () => answers(says('They spoke of trees.')))
    .always(/./, () => answers(says('Yes.')));
  for (let n = 1; n <= 5; n++) await rig.turn(`Turn ${n}: ${lines(80, 'trees')}`);
  rig.provider.window = 1_500;
  const state = await rig.turn({ text: 'And now?', model: { id: 'tiny' } }, 20_000);
  expect(replyOf(state)).toBe('Yes.');
  expect(marksIn(state)).toHaveLength(1);
  expect(rig.provider.requests.filter(isSummary).length).toBeGreaterThan(3);
  expectClean(rig);
});

describe('a host that is killed', () => {
  /** Another host with the disk as it is now. */
  async function afterKill({ host, provider }: ModelRig) {
    const disk = Object.assign(new MemoryDisk(), structuredClone(host.disk));
    const harness = await createHarness(
      { provider: 'anthropic', apiKey: 'k', baseURL: provider.baseURL, ...small() },
      { env: {} },
    );
    const equipment = new ScriptedEquipment({ tools: looking });
    const next = await SessionRig.open({
      ...{ disk, harnesses: [harness], confirm: 'never' as const },
      equipment: equipment.attach,
    });
    onTestFinished(() => next.close());
    return next;
  }

  const over = (state: ChatState) => !state.activeTurn && state.turns.at(-1)?.state === 'complete';

  it('K4: while it summarizes has its whole history afterwards, and the message', async () => {
    const rig = await smallRig(anthropic);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    rig.provider.when('Hello', answers(says('Hi.'))).when(isSummary, answers(holds(held), says('Late.')));
    await rig.turn('Hello');
    const turnId = await rig.say('/compact');
    await vi.waitFor(() => expect(rig.provider.requests).toHaveLength(2));
    await rig.host.kernel.settled();
    const next = await afterKill(rig);
    rig.provider.when(isSummary, answers(says('A greeting.')));
    await next.dispatch(rig.chat, { type: 'chat/turnResume', turnId });
    const state = await next.until(rig.chat, over, 20_000);
    expect(marksIn(state)).toEqual([{ text: 'A greeting.', keeps: 'nothing' }]);
    expect(rig.provider.requests.at(-1)?.turns[0]?.text).toContain('User: Hello\n\nAssistant: Hi.');
    release();
  });

  it('K4: after a summary in the middle of a turn goes on from the summary', async () => {
    const rig = await smallRig(anthropic);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const answer = looksAround(12);
    let asked = 0;
    rig.provider
      .always(isSummary, () => answers(says('In short.')))
      .always(/./, () => (++asked === 9 ? answers(holds(held), says('Late.')) : answer()));
    const turnId = await rig.say('Look around');
    await vi.waitFor(() => expect(asked).toBe(9), { timeout: 20_000 });
    await rig.host.kernel.settled();
    const before = rig.provider.requests.length;
    const next = await afterKill(rig);
    await next.dispatch(rig.chat, { type: 'chat/turnResume', turnId });
    const state = await next.until(rig.chat, over, 20_000);
    const request = rig.provider.requests.slice(before).find((one) => !isSummary(one));
    expect(request && textOf(request)).toMatch(/In short\.[\s\S]*Look around[\s\S]*That broke off/);
    expect(request?.turns.flatMap(({ calls: made }) => made).length).toBeLessThan(8);
    expect(callsIn(state)).toHaveLength(12);
    expect(rig.provider.overflows).toBe(0);
    expect(rig.provider.problems).toEqual([]);
    release();
  });
});

it('K4: tools that alone are too long are blamed, and nothing is summarized in vain', async () => {
  const description = lines(40, 'a schema');
  const schemaOf = () => ({ type: 'object' as const, properties: { at: { type: 'string', description } } });
  const tools = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`look_${n}`, looking.look]));
  const guidance = () => ({
    persona: { name: 'All', instructions: Object.keys(tools).join(', ') },
    ...{ invoked: undefined, skills: [], rules: [] },
  });
  const rig = await modelRig(anthropic, { tools, schemaOf, guidance }, small());
  for (const text of ['Look', 'Again']) {
    const state = await rig.turn(text);
    expect(errorOf(state)).toContain('The tools of this session alone are too long for large.');
    expect(noticesIn(state)).toEqual([]);
  }
  expect(rig.provider.requests).toEqual([]);
  expectClean(rig, 2);
});
