import { agentToolName } from '@loggia/sessions/tools';
import { reportOf } from '@loggia/testing';
import {
  FakeProvider,
  answers,
  breaks,
  calls,
  cut,
  holds,
  refuses,
  says,
  stopShort,
  thinks,
} from '@loggia/testing/providers';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  callsIn,
  errorOf,
  expectClean,
  key,
  modelRig,
  partsOf,
  reasoningOf,
  replyOf,
  wires,
} from './model-rig.testkit.ts';

const tools = {
  add: async ({ input }: { input: string }) => {
    const { a, b } = JSON.parse(input) as { a: number; b: number };
    return reportOf(String(a + b));
  },
  greet: async () => reportOf('hello'),
};

describe.each(wires)('over $wire', (wire) => {
  it('K1, A6: text streams as it comes, and usage is told', async () => {
    const rig = await modelRig(wire);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    rig.provider.when('Hi', answers(says('Hello', ' there'), holds(held), says(', friend.')));
    await rig.say('Hi');
    const early = await rig.host.until(rig.chat, (state) => replyOf(state) === 'Hello there');
    expect(early.activeTurn).toBeDefined();
    release();
    const state = await rig.host.idle(rig.chat);
    expect(replyOf(state)).toBe('Hello there, friend.');
    expect(state.turns[0]).toMatchObject({
      state: 'complete',
      usage: { inputTokens: 10, outputTokens: 5, model: 'large' },
    });
    expectClean(rig);
  });

  it('A6: reasoning is shown as such, and goes back to the model with its call', async () => {
    const models = [{ id: 'claude-gpt-5', reasoning: 'medium' as const }];
    const rig = await modelRig(wire, { tools }, { models });
    rig.provider
      .when('Add', answers(thinks('Let me', ' see.'), calls('add', { a: 1, b: 2 })))
      .when('3', answers(says('Three.')));
    const state = await rig.turn('Add');
    expect(reasoningOf(state)).toBe('Let me see.');
    expect(replyOf(state)).toBe('Three.');
    expectClean(rig);
  });

  it('K1, A6: a call is run, its result goes back, and the steps are added up', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Add', answers(says('One moment.'), calls('add', { a: 1, b: 2 })))
      .when(/^3$/, answers(calls('add', { a: 3, b: 4 })))
      .when(/^7$/, answers(says('Seven.')));
    const state = await rig.turn('Add');
    expect(replyOf(state)).toBe('One moment.|Seven.');
    expect(callsIn(state)).toMatchObject([
      { status: 'completed', toolName: 'add', toolInput: '{"a":1,"b":2}', invocationMessage: 'Using add' },
      { status: 'completed', toolName: 'add', toolInput: '{"a":3,"b":4}' },
    ]);
    expect(state.turns[0]?.usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
    expect(rig.provider.requests[0]?.tools).toEqual(['add', 'greet']);
    expectClean(rig);
  });

  it('A6: several calls of one answer run at the same time', async () => {
    let running = 0;
    let together: () => void = () => {};
    const both = new Promise<void>((resolve) => (together = resolve));
    const meet = async () => {
      if (++running === 2) together();
      await both;
      return reportOf(`met ${running}`);
    };
    const rig = await modelRig(wire, { tools: { left: meet, right: meet } });
    rig.provider
      .when('Go', answers(calls('left', {}), calls('right', {})))
      .when('met 2', answers(says('Both.')));
    expect(replyOf(await rig.turn('Go'))).toBe('Both.');
    expect(rig.provider.requests[1]?.turns.flatMap(({ results }) => results)).toEqual(['met 2', 'met 2']);
    expectClean(rig);
  });

  it('A6: the input of a call shows while it is written, and the call runs once the answer is complete', async () => {
    const rig = await modelRig(wire, { tools });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    rig.provider
      .when('Add', answers(calls('add', { a: 1, b: 2 }), holds(held), says('Wait.')))
      .when(/^3$/, answers(says('Three.')));
    await rig.say('Add');
    const early = await rig.host.until(rig.chat, (state) => {
      const [call] = callsIn(state);
      return call?.status === 'streaming' && call.partialInput === '{"a":1,"b":2}';
    });
    expect(callsIn(early)).toMatchObject([{ status: 'streaming' }]);
    expect(rig.equipment.calls).toEqual([]);
    release();
    await rig.host.idle(rig.chat);
    expect(rig.equipment.calls).toHaveLength(1);
    expectClean(rig);
  });

  it('A6: a later turn knows what was said and done before', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Add', answers(says('Adding.'), calls('add', { a: 1, b: 2 }), calls('greet', {})))
      .when(/^3$/, answers(says('Three.')))
      .when('Again', answers(says('Still three.')));
    await rig.turn('Add');
    await rig.turn('Again');
    const turns = rig.provider.requests[2]?.turns ?? [];
    expect(turns.map(({ text }) => text).filter((text) => text !== '')).toEqual([
      'Add',
      'Adding.',
      'Three.',
      'Again',
    ]);
    expect(turns.flatMap((turn) => turn.calls)).toEqual([
      { name: 'add', input: { a: 1, b: 2 } },
      { name: 'greet', input: {} },
    ]);
    expect(turns.flatMap(({ results }) => results)).toEqual(['3', 'hello']);
    expectClean(rig);
  });

  it('A6: an earlier turn that failed before it said anything does not stand in the way', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider.when('First', refuses(400, 'No.')).when('Second', answers(says('Fine.')));
    expect(errorOf(await rig.turn('First'))).toMatch(/did not accept the request: No\./);
    expect(replyOf(await rig.turn('Second'))).toBe('Fine.');
    expectClean(rig, 1);
  });

  it('K1: a call with arguments that are no JSON fails for the model, not for the turn', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Add', answers(calls('add', '{"a": 1, "b"'), calls('greet', {})))
      .when('not a JSON object', answers(says('Sorry.')));
    const state = await rig.turn('Add');
    expect(replyOf(state)).toBe('Sorry.');
    expect(callsIn(state)).toMatchObject([
      { status: 'completed', success: false },
      { status: 'completed', success: true },
    ]);
    expect(rig.equipment.calls.map(({ name }) => name)).toEqual(['greet']);
    expectClean(rig);
  });

  it.each(['[1]', '"a"', '7'])(
    'K1: a call with %s, which is no object, fails for the model',
    async (input) => {
      const rig = await modelRig(wire, { tools });
      rig.provider
        .when('Add', answers(calls('add', input)))
        .when('not a JSON object', answers(says('Sorry.')));
      expect(replyOf(await rig.turn('Add'))).toBe('Sorry.');
      expect(rig.equipment.calls).toEqual([]);
      expectClean(rig);
    },
  );

  it('K1: a tool that nobody offers is a failed call for the model', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Add', answers(calls('math.subtract', { a: 1 })))
      .when('no tool named "math.subtract"', answers(says('Then not.')));
    expect(replyOf(await rig.turn('Add'))).toBe('Then not.');
    expectClean(rig);
  });

  it('A7: a call that the user declines is told to the model', async () => {
    const rig = await modelRig(wire, { tools }, {}, 'always');
    rig.provider
      .when('Add', answers(calls('add', { a: 1, b: 2 })))
      .when('The user declined this call.', answers(says('As you like.')));
    const turnId = await rig.say('Add');
    const waiting = await rig.host.until(
      rig.chat,
      (state) => callsIn(state)[0]?.status === 'pending-confirmation',
    );
    const toolCallId = callsIn(waiting)[0]?.toolCallId ?? '';
    await rig.host.dispatch(rig.chat, {
      type: 'chat/toolCallConfirmed',
      turnId,
      toolCallId,
      approved: false,
      reason: 'denied',
    });
    expect(replyOf(await rig.host.idle(rig.chat))).toBe('As you like.');
    expectClean(rig);
  });

  it('A6: what the user adds meanwhile reaches the model with its next step, or makes one more', async () => {
    const rig = await modelRig(wire, { tools });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    rig.provider
      .when('Go', answers(says('Going.'), holds(held), says(' Gone.')))
      .when('Faster', answers(says('Faster it is.')));
    await rig.say('Go');
    await rig.host.until(rig.chat, (state) => replyOf(state) === 'Going.');
    await rig.host.dispatch(rig.chat, {
      type: 'chat/pendingMessageSet',
      kind: 'steering',
      id: 's1',
      message: { text: 'Faster', origin: { kind: 'user' } },
    });
    release();
    const state = await rig.host.idle(rig.chat);
    expect(replyOf(state)).toMatch(/Going\. Gone\..*Faster it is\./);
    expect(state.steeringMessage).toBeUndefined();
    expectClean(rig);
  });

  it('A6: images reach a model that sees, and others are told of them', async () => {
    const image = {
      type: 'embeddedResource' as const,
      label: 'photo.png',
      data: 'iVBORw0KGgo=',
      contentType: 'image/png',
    };
    const note = { type: 'simple' as const, label: 'note', modelRepresentation: 'Remember the milk.' };
    const rig = await modelRig(wire);
    rig.provider.when('Look', answers(says('I see.')), answers(says('I do not.')));
    await rig.turn({ text: 'Look', attachments: [image, note] });
    const [sees] = rig.provider.requests;
    expect(sees?.turns[0]).toMatchObject({ images: 1 });
    expect(sees?.turns[0]?.text).toMatch(/photo\.png[\s\S]*Remember the milk\./);
    const blind = { text: 'Look', attachments: [image], model: { id: 'small-fast' } };
    const models = [{ id: 'small-fast', supportsVision: false }];
    const other = await modelRig(wire, {}, { models });
    other.provider.when('Look', answers(says('I do not.')));
    await other.turn(blind);
    expect(other.provider.requests[0]?.turns[0]).toMatchObject({ images: 0 });
    expect(other.provider.requests[0]?.turns[0]?.text).toContain('photo.png (image/png) is left out');
    expect(other.provider.problems).toEqual([]);
  });

  it('B7: the images that a tool gives reach a model that sees', async () => {
    const shoot = async () => ({
      text: 'Taken.',
      media: [{ data: 'iVBORw0KGgo=', contentType: 'image/png' }],
      result: {
        success: true,
        pastTenseMessage: 'Took a picture',
        content: [{ type: 'text' as const, text: 'Taken.' }],
      },
    });
    const rig = await modelRig(wire, { tools: { shoot } });
    rig.provider.when('Shoot', answers(calls('shoot', {}))).when('Taken.', answers(says('Nice.')));
    expect(replyOf(await rig.turn('Shoot'))).toBe('Nice.');
    const turns = rig.provider.requests[1]?.turns ?? [];
    expect(turns.reduce((sum, { images }) => sum + images, 0)).toBe(1);
    expectClean(rig);
  });

  it('K1: a busy provider is asked again, after as long as it wants', async () => {
    const rig = await modelRig(wire);
    const busy = refuses(429, 'Slow down.', { headers: { 'retry-after': '7' }, type: 'rate_limit_error' });
    rig.provider.when('Hi', busy, answers(says('Hello.')));
    expect(replyOf(await rig.turn('Hi'))).toBe('Hello.');
    expect(rig.waits).toEqual([7_000]);
    expectClean(rig);
  });

  it('K1: a provider that stays broken is given up, with a sentence and a turn to resume', async () => {
    const rig = await modelRig(wire);
    const broken = refuses(500, 'Internal trouble');
    rig.provider.when('Hi', broken, broken, broken, broken);
    const state = await rig.turn('Hi');
    expect(errorOf(state)).toMatch(/is having problems \(500\): Internal trouble\.$/);
    expect(rig.waits).toEqual([500, 1_000, 2_000]);
    expect(state.turns[0]?.state).toBe('error');
    expectClean(rig, 1);
  });

  it.each([
    ['breaks', cut],
    ['ends as if it were complete', stopShort],
  ])('A4, A6: an answer whose stream %s can be resumed, and goes on from there', async (_how, end) => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Tell', answers(calls('greet', {})))
      .when('hello', answers(says('Once upon'), end))
      .when('Go on from where it ends', answers(says(' a time.')));
    const broken = await rig.turn('Tell');
    expect(errorOf(broken)).toBe('The connection to the model broke off before its answer was complete.');
    const part = partsOf(broken).at(-1);
    expect(part).toMatchObject({ kind: 'error', resumable: true });
    await rig.host.dispatch(rig.chat, { type: 'chat/turnResume', turnId: 't1' });
    const state = await rig.host.until(
      rig.chat,
      ({ activeTurn, turns }) => !activeTurn && turns[0]?.state === 'complete',
    );
    expect(replyOf(state)).toMatch(/^Once upon\|? a time\.$/);
    expect(rig.equipment.calls).toHaveLength(1);
    const turns = rig.provider.requests[2]?.turns ?? [];
    expect(turns.flatMap((turn) => turn.calls)).toEqual([{ name: 'greet', input: {} }]);
    expect(turns.map(({ text }) => text)).toContain('Once upon');
    expectClean(rig, 1);
  });

  it('A6: a call whose input never came to its end does not run', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider.when('Add', answers(calls('add', { a: 1, b: 2 }), cut));
    const state = await rig.turn('Add');
    expect(errorOf(state)).toMatch(/broke off/);
    expect(rig.equipment.calls).toEqual([]);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', success: false }]);
    expect(rig.provider.problems).toEqual([]);
  });

  it('K1: trouble in the middle of an answer is told in the words of the provider', async () => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', answers(says('Well'), breaks('server_error', 'The engine stalled')));
    expect(errorOf(await rig.turn('Hi'))).toMatch(
      /stopped in the middle of the answer: The engine stalled\.$/,
    );
  });

  it('A6: cancelling a turn ends the request at once', async () => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', answers(says('Hmm'), holds(new Promise(() => {}))));
    const turnId = await rig.say('Hi');
    await rig.host.until(rig.chat, (state) => replyOf(state) === 'Hmm');
    await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
    await expect.poll(() => rig.provider.abandoned).toBe(1);
    expect((await rig.host.chat(rig.chat)).turns[0]?.state).toBe('cancelled');
    expectClean(rig);
  });

  it.each([
    ['prompt is too long: 210000 tokens > 200000 maximum', 'invalid_request_error'],
    ['Your input exceeds the limit', 'context_length_exceeded'],
    ["This model's maximum context length is 8192 tokens", 'invalid_request_error'],
    ['The input token count (2000000) exceeds the maximum number of tokens allowed', 'INVALID_ARGUMENT'],
  ])('L5: a conversation that is too long is called so: %s', async (message, type) => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', refuses(400, message, { type }));
    expect(errorOf(await rig.turn('Hi'))).toBe(
      'The conversation is too long for large. Send /compact, start a new chat, or choose a model with a larger window.',
    );
    expectClean(rig, 1);
  });

  it('L5: what is far too long is not even sent', async () => {
    const rig = await modelRig(wire);
    const state = await rig.turn({ text: 'word '.repeat(2_000), model: { id: 'small-fast' } });
    expect(errorOf(state)).toMatch(/^The conversation is too long for small-fast\./);
    expect(rig.provider.requests).toEqual([]);
  });

  it('B13: a key that is not accepted is said to be so, and is not shown', async () => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', refuses(401, `Incorrect API key: ${key}`, { type: 'authentication_error' }));
    const state = await rig.turn('Hi');
    expect(errorOf(state)).toMatch(
      /^The key for .* is not accepted\. Set apiKey in the options of the agent "model"/,
    );
    expect(JSON.stringify([state, rig.host.problems])).not.toContain(key);
  });

  it('B13: whatever else a provider says of the key is not shown', async () => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', refuses(400, `The key ${key} is odd`));
    const state = await rig.turn('Hi');
    expect(errorOf(state)).toContain('The key … is odd.');
    expect(JSON.stringify([state, rig.host.problems])).not.toContain(key);
  });

  it('B13: a key does not follow a redirection', async () => {
    const rig = await modelRig(wire);
    const other = await FakeProvider.open(wire.wire);
    onTestFinished(() => other.close());
    const location = `${other.baseURL}/elsewhere`;
    const moved = refuses(307, 'Moved', { headers: { location } });
    rig.provider.when('Hi', moved);
    expect(errorOf(await rig.turn('Hi'))).toContain(
      `redirects from ${rig.provider.baseURL} to ${location}. Redirects are not followed. If you trust that address`,
    );
    expect(other.requests).toEqual([]);
    expect(other.problems).toEqual([]);
    expectClean(rig, 1);
  });

  it('K1: a model that never stops calling is stopped', async () => {
    const rig = await modelRig(wire, { tools }, { maxSteps: 2 });
    rig.provider.when('Go', answers(calls('greet', {}))).when('hello', answers(calls('greet', {})));
    const state = await rig.turn('Go');
    expect(partsOf(state).at(-1)).toEqual({
      kind: 'systemNotification',
      content: 'Stopped after 2 steps. Say "continue" to go on.',
    });
    expect(state.turns[0]?.state).toBe('complete');
    expectClean(rig);
  });

  it('K1: an answer that is cut at its limit says so', async () => {
    const rig = await modelRig(wire);
    rig.provider.when('Hi', { ...answers(says('A very long')), finish: 'length' });
    expect(partsOf(await rig.turn('Hi')).at(-1)).toMatchObject({
      content: expect.stringContaining('cut off at the longest') as string,
    });
  });

  it('B6: tools that come while a turn runs are offered with its next step', async () => {
    const rig = await modelRig(wire, { tools: { greet: tools.greet } });
    rig.equipment.change({
      tools: {
        greet: async () => {
          rig.equipment.change({ tools });
          const listed = Object.keys(tools).map((name) => ({ name }));
          rig.equipment.sessionAccess.append(rig.session, {
            type: 'session/serverToolsChanged',
            tools: listed,
          });
          return reportOf('hello');
        },
      },
    });
    rig.provider.when('Go', answers(calls('greet', {}))).when('hello', answers(says('Done.')));
    await rig.turn('Go');
    expect(rig.provider.requests.map((request) => request.tools)).toEqual([['greet'], ['add', 'greet']]);
    expectClean(rig);
  });

  it('K2, D9: persona, rules and skills are what customizations bring, and skills are read when needed', async () => {
    const skill = {
      name: 'cooking',
      description: 'How to cook.',
      forModel: true,
      forUser: true,
      read: async () => 'Boil the water first.',
      files: ['salt.md'],
      readFile: async () => 'Ten grams a liter.',
    };
    const hidden = { ...skill, name: 'secret', forModel: false };
    const rig = await modelRig(wire, {
      guidance: () => ({
        persona: { name: 'Cook', instructions: 'You are a cook.', model: 'small' },
        invoked: undefined,
        skills: [skill, hidden],
        rules: [{ name: 'style', text: 'Be brief.' }],
      }),
    });
    rig.provider
      .when('Pasta', answers(calls('read_skill', { name: 'cooking' })))
      .when('Boil the water first.', answers(calls('read_skill', { name: 'cooking', file: 'salt.md' })))
      .when('Ten grams a liter.', answers(calls('read_skill', { name: 'secret' })))
      .when('There is no skill named "secret". There are: cooking.', answers(says('Boil it.')));
    const state = await rig.turn('Pasta?');
    expect(replyOf(state)).toBe('Boil it.');
    expect(callsIn(state)).toEqual([]);
    const [request] = rig.provider.requests;
    expect(request?.model).toBe('small-fast');
    expect(request?.tools).toEqual(['read_skill']);
    expect(request?.system).toMatch(/You are a cook\.[\s\S]*Be brief\.[\s\S]*- cooking: How to cook\.$/);
    expect(request?.system).not.toContain('secret');
    expectClean(rig);
  });

  it('D9: a skill that the user invokes is what the model gets, with its arguments once', async () => {
    const rig = await modelRig(wire, {
      guidance: () => ({
        persona: undefined,
        invoked: { name: 'review', text: 'Review the plan.', rest: 'the plan' },
        skills: [],
        rules: [],
      }),
    });
    rig.provider.when('Review the plan.', answers(says('Good.')));
    expect(replyOf(await rig.turn('/review the plan'))).toBe('Good.');
    expectClean(rig);
  });

  it('K1: the user chooses the model, before any persona does', async () => {
    const rig = await modelRig(wire, {
      guidance: () => ({
        persona: { name: 'Cook', instructions: 'You cook.', model: 'large' },
        invoked: undefined,
        skills: [],
        rules: [],
      }),
    });
    rig.provider.when('Hi', answers(says('Hello.')));
    await rig.turn({ text: 'Hi', model: { id: 'small-fast' } });
    expect(rig.provider.requests[0]?.model).toBe('small-fast');
    expect(errorOf(await rig.turn({ text: 'Hi', model: { id: 'huge' } }))).toMatch(
      /^This agent has no model named "huge"\. Choose another one, such as large, small-fast\.$/,
    );
    expectClean(rig, 1);
  });

  it('B8: a server may ask the model, which is the one that it hints at', async () => {
    const ask = async ({ sample }: { sample?: (params: Record<string, unknown>) => Promise<unknown> }) => {
      const answer = await sample?.({
        messages: [{ role: 'user', content: { type: 'text', text: 'What is 2 + 2?' } }],
        systemPrompt: 'Count.',
        maxTokens: 50,
        modelPreferences: { hints: [{ name: 'unheard-of' }, { name: 'small' }] },
      });
      return reportOf(JSON.stringify(answer));
    };
    const rig = await modelRig(wire, { tools: { ask } });
    rig.provider
      .when('Ask', answers(calls('ask', {})))
      .when('What is 2 + 2?', answers(says('Four.')))
      .when('Four.', answers(says('It is four.')));
    const state = await rig.turn('Ask');
    expect(replyOf(state)).toBe('It is four.');
    const sampled = rig.provider.requests[1];
    expect(sampled).toMatchObject({ model: 'small-fast', system: 'Count.', tools: [] });
    const results = rig.provider.requests[2]?.turns.flatMap((turn) => turn.results) ?? [];
    expect(JSON.parse(results[0] ?? '')).toEqual({
      role: 'assistant',
      content: { type: 'text', text: 'Four.' },
      model: 'small-fast',
      stopReason: 'endTurn',
    });
    expectClean(rig);
  });

  it('K1: nothing that answers is said to be so', async () => {
    const gone = await FakeProvider.open(wire.wire);
    await gone.close();
    const rig = await modelRig(wire, {}, { baseURL: gone.baseURL });
    expect(errorOf(await rig.turn('Hi'))).toMatch(
      /^Nothing answers at http:\/\/127\.0\.0\.1:\d+\/v1; is .*\?$/,
    );
    expect(rig.waits).toEqual([]);
  });

  it('D7: tools whose names no provider allows are offered under names that they do', async () => {
    const odd = 'maps.google.com/route ' + 'x'.repeat(80);
    const rig = await modelRig(wire, { tools: { [odd]: async () => reportOf('left, then right') } });
    const name = agentToolName(odd);
    expect(name).toMatch(/^maps_google_com_route_x{33}_[0-9a-f]{8}$/);
    rig.provider
      .when('Where', answers(calls(name, {})))
      .when('left, then right', answers(says('There.')))
      .when('Again', answers(says('There again.')));
    expect(replyOf(await rig.turn('Where'))).toBe('There.');
    expect(rig.equipment.calls.map((call) => call.name)).toEqual([odd]);
    await rig.turn('Again');
    expectClean(rig);
  });

  it('B6: a conversation with calls goes on when there are no tools any more', async () => {
    const rig = await modelRig(wire, { tools });
    rig.provider
      .when('Greet', answers(calls('greet', {})))
      .when('hello', answers(says('Hello.')))
      .when('Bye', answers(says('Bye.')));
    await rig.turn('Greet');
    rig.equipment.sessionAccess.append(rig.session, { type: 'session/serverToolsChanged', tools: [] });
    await rig.host.kernel.settled();
    expect(replyOf(await rig.turn('Bye'))).toBe('Bye.');
    expectClean(rig);
  });
});

it('K1: a provider that says in its stream that it is overloaded is asked again', async () => {
  const [anthropic] = wires;
  if (!anthropic) throw new Error('There is always one.');
  const rig = await modelRig(anthropic);
  rig.provider.when('Hi', answers(breaks('overloaded_error', 'Overloaded')), answers(says('Hello.')));
  expect(replyOf(await rig.turn('Hi'))).toBe('Hello.');
  expect(rig.waits).toEqual([500]);
  expectClean(rig);
});
