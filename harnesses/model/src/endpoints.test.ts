import { reportOf } from '@loggia/testing';
import { answers, calls, holds, says, sends } from '@loggia/testing/providers';
import type { ChatState } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import {
  callsIn,
  errorOf,
  expectClean,
  modelRig,
  partsOf,
  reasoningOf,
  replyOf,
  type ModelRig,
} from './model-rig.testkit.ts';

/** Chat Completions as servers really speak it. */
const wire = {
  wire: 'chat-completions',
  options: { provider: 'openai-compatible', baseURL: 'http://unset', displayName: 'Lab' },
} as const;

const tools = {
  add: async ({ input }: { input: string }) => {
    const { a, b } = JSON.parse(input) as { a: number; b: number };
    return reportOf(`sum ${a + b}`);
  },
};

const rigFor = (script = {}, more = {}): Promise<ModelRig> => modelRig(wire, script, more);

function noticesOf(state: ChatState): string[] {
  return partsOf(state).flatMap((part) =>
    part.kind === 'systemNotification' && typeof part.content === 'string' ? [part.content] : [],
  );
}

const delta = (content: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});
const call = (input: unknown, name = 'add') => ({
  tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: input } }],
});

describe('K1, L5: the reason that a server gives reaches the user', () => {
  const reason = '"auto" mode needs a parser';
  it.each([
    ['OpenAI', { error: { message: reason, type: 'invalid_request_error' } }],
    ['vLLM', { object: 'error', message: reason, type: 'BadRequestError', code: 400 }],
    ['LM Studio', { error: reason }],
    ['TGI', { error: reason, error_type: 'validation' }],
    ['FastAPI', { detail: reason }],
    ['Cloudflare', { errors: [{ code: 7, message: reason }] }],
    ['OpenRouter', { error: { code: 400, message: reason, metadata: { provider_name: 'x' } } }],
    ['plain text', reason],
  ])('from %s', async (_server, body) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends(body, { status: 400 }));
    expect(errorOf(await rig.turn('Hi'))).toBe(
      `Lab did not accept the request: ${reason}. Choose another model, or change the settings of this one, then resume.`,
    );
    expectClean(rig, 1);
  });

  it('with the fields that FastAPI names', async () => {
    const rig = await rigFor();
    const detail = [{ loc: ['body', 'temperature'], msg: 'Input should be less than 1', type: 'x' }];
    rig.provider.when('Hi', sends({ detail }, { status: 422 }));
    expect(errorOf(await rig.turn('Hi'))).toContain(': temperature: Input should be less than 1. ');
  });

  it('with the reason of the provider behind OpenRouter', async () => {
    const rig = await rigFor();
    const metadata = { raw: JSON.stringify({ error: { message: 'Tokens must be below 9' } }) };
    const body = { error: { code: 400, message: 'Provider returned error', metadata } };
    rig.provider.when('Hi', sends(body, { status: 400 }));
    expect(errorOf(await rig.turn('Hi'))).toContain(': Provider returned error: Tokens must be below 9. ');
  });

  it('under status 200, with the status that it names', async () => {
    const rig = await rigFor();
    const broken = sends({ error: { code: 502, message: 'Upstream is down' } });
    rig.provider.when('Hi', broken, broken, broken, broken);
    expect(errorOf(await rig.turn('Hi'))).toBe('Lab is having problems (502): Upstream is down.');
    expect(rig.waits).toHaveLength(3);
  });

  it('in the stream, under an event of its own', async () => {
    const rig = await rigFor();
    const headers = { 'content-type': 'text/event-stream' };
    rig.provider.when('Hi', sends('event: error\ndata: {"message":"Model unloaded"}\n\n', { headers }));
    expect(errorOf(await rig.turn('Hi'))).toBe('Lab stopped in the middle of the answer: Model unloaded.');
  });

  it.each([
    [401, { error: 'no' }, 'The key for Lab is not accepted. Set apiKey'],
    [
      402,
      { error: { message: 'Insufficient credits', code: 402 } },
      'Your account with Lab has no credit left',
    ],
    [
      429,
      { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      'Your account with Lab',
    ],
  ])('and after %i it says what to do before resuming', async (status, body, words) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends(body, { status }));
    const [part] = partsOf(await rig.turn('Hi'));
    const { message } = part?.kind === 'error' ? part.error : { message: '' };
    expect(message.startsWith(words)).toBe(true);
    expect(message).not.toContain('Resume to try again');
    expect(part).toMatchObject({ resumable: true });
    expect(rig.waits).toEqual([]);
  });
});

describe('K1: answers are read whatever their shape', () => {
  it.each([
    [
      'JSON instead of events',
      sends({ choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }] }),
    ],
    [
      'events under the name of JSON',
      sends([delta({ content: 'Hello.' }, 'stop'), '[DONE]'], {
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'a line that is not JSON',
      sends([delta({ content: 'Hel' }), 'oops {', delta({ content: 'lo.' }, 'stop')]),
    ],
    ['an empty data line', sends([delta({ content: 'Hello.' }), '', delta({}, 'stop'), '[DONE]'])],
    [
      'no choices in the last event',
      sends([delta({ content: 'Hello.' }, 'stop'), { choices: null, usage: { prompt_tokens: 1 } }]),
    ],
    ['no finish reason before [DONE]', sends([delta({ content: 'Hello.' }), '[DONE]'])],
    ['an empty finish reason', sends([delta({ content: 'Hello.' }, '')])],
    [
      'other roles and numbers for ids',
      sends([{ id: 7, ...delta({ role: 'model', content: 'Hello.' }, 'stop') }]),
    ],
  ])('%s', async (_shape, reply) => {
    const rig = await rigFor();
    rig.provider.when('Hi', reply);
    const state = await rig.turn('Hi');
    expect([replyOf(state), errorOf(state), noticesOf(state)]).toEqual(['Hello.', undefined, []]);
    expectClean(rig);
  });

  it('A4: a stream that just ends can be resumed', async () => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends([delta({ content: 'Hel' })]));
    const state = await rig.turn('Hi');
    expect(errorOf(state)).toBe('The connection to the model broke off before its answer was complete.');
    expect(partsOf(state).at(-1)).toMatchObject({ resumable: true });
  });

  it.each([
    ['an object', { a: 1, b: 2 }],
    ['encoded twice', JSON.stringify('{"a":1,"b":2}')],
    ['fenced', '```json\n{"a":1,"b":2}\n```'],
    ['with a comma too many', '{"a":1,"b":2,}'],
  ])('tool arguments that are %s', async (_how, input) => {
    const rig = await rigFor({ tools });
    rig.provider
      .when('Add', sends([delta(call(input)), delta({}, 'tool_calls')]))
      .when('sum 3', answers(says('3.')));
    const state = await rig.turn('Add');
    expect(callsIn(state)).toMatchObject([
      { status: 'completed', success: true, toolInput: '{"a":1,"b":2}' },
    ]);
    expect(rig.provider.requests[1]?.turns.flatMap((turn) => turn.calls)).toEqual([
      { name: 'add', input: { a: 1, b: 2 } },
    ]);
    expectClean(rig);
  });

  it('L5: arguments that could mean several things go back to the model', async () => {
    const rig = await rigFor({ tools });
    rig.provider
      .when('Add', sends([delta(call('{"a":1,"b":')), delta({}, 'tool_calls')]))
      .when('is not a JSON object', answers(says('Sorry.')));
    expect(replyOf(await rig.turn('Add'))).toBe('Sorry.');
  });

  it('a name with the namespace that some models put before it', async () => {
    const rig = await rigFor({ tools });
    rig.provider
      .when('Add', sends([delta(call('{"a":1,"b":2}', 'functions.add')), delta({}, 'tool_calls')]))
      .when('sum 3', answers(says('3.')));
    const state = await rig.turn('Add');
    expect(callsIn(state)).toMatchObject([{ status: 'completed', success: true, toolName: 'add' }]);
    expectClean(rig);
  });

  it.each([
    [['<think>\nLet me', ' see.\n</think>\n\nAnswer.']],
    [['<thi', 'nk>Let me see.</th', 'ink>Answer.']],
  ])('reasoning in tags: %j', async (pieces) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends([...pieces.map((content) => delta({ content })), delta({}, 'stop')]));
    const state = await rig.turn('Hi');
    expect([reasoningOf(state), replyOf(state)]).toEqual(['Let me see.', 'Answer.']);
  });

  it.each([
    ['in one piece', ['Let me see.\n</think>\n\nAnswer.'], 'Let me see.', 'Answer.'],
    ['with nothing before it', ['</thi', 'nk>\n\nAnswer.'], '', 'Answer.'],
    [
      'after text on screen',
      ['Let me', ' see.\n', '</thi', 'nk>\n', '\nAnswer.'],
      '',
      'Let me see.\n\n---\n\nAnswer.',
    ],
  ])('reasoning that only a closing tag ends, %s', async (_, pieces, reasoning, reply) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends([...pieces.map((content) => delta({ content })), delta({}, 'stop')]));
    const state = await rig.turn('Hi');
    expect([reasoningOf(state), replyOf(state)]).toEqual([reasoning, reply]);
  });

  it.each([
    ['Write </think> after it.\nThen stop.'],
    ['For example:\n```\nLet me see.\n</think>\n```\nThat is all.'],
    ['One\n\n', 'Two\n', '</thing>\n', '</'],
    ['Write', ' </think>\n', 'after it.'],
  ])('a closing tag that an answer is about stays in it: %j', async (...pieces) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends([...pieces.map((content) => delta({ content })), delta({}, 'stop')]));
    expect(replyOf(await rig.turn('Hi'))).toBe(pieces.join(''));
  });

  it('tags that an answer is about stay in it', async () => {
    const rig = await rigFor();
    rig.provider.when('Hi', answers(says('Use <think> tags.', ' <'), says('b>')));
    expect(replyOf(await rig.turn('Hi'))).toBe('Use <think> tags. <b>');
  });
});

describe('K1, L5: an answer that is not one says so', () => {
  it.each([
    [
      'nothing',
      [delta({ content: '' }), delta({}, 'stop'), '[DONE]'],
      '',
      'ended its turn without an answer',
    ],
    ['a refusal', [delta({ refusal: 'No.' }), delta({}, 'stop'), '[DONE]'], 'No.', 'refused to answer'],
    [
      'a call as text',
      [delta({ content: '<tool_call>{}</tool_call>' }, 'stop')],
      '<tool_call>{}</tool_call>',
      'wrote a tool call as text',
    ],
  ])('%s', async (_what, events, text, notice) => {
    const rig = await rigFor({ tools });
    rig.provider.when('Hi', sends(events));
    const state = await rig.turn('Hi');
    expect(replyOf(state)).toBe(text);
    expect(noticesOf(state)).toEqual([expect.stringContaining(notice)]);
    expect(state.turns[0]?.state).toBe('complete');
  });
});

describe('K1: a request that a server refuses is made again as it wants it', () => {
  it.each([
    ['Ollama', 400, { error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools' } }],
    ['vLLM', 400, { object: 'error', message: '"auto" tool choice requires --enable-auto-tool-choice' }],
    ['OpenRouter', 404, { error: { code: 404, message: 'No endpoints found that support tool use.' } }],
  ])('without tools, for %s', async (_server, status, body) => {
    const rig = await rigFor({ tools });
    rig.provider.when('Hi', sends(body, { status }), answers(says('Hello.')));
    const state = await rig.turn('Hi');
    expect(replyOf(state)).toBe('Hello.');
    expect(noticesOf(state)).toEqual(['Large does not take tools, so this answer is made without them.']);
    expect(rig.provider.requests.map(({ tools: sent }) => sent.length)).toEqual([1, 0]);
    expectClean(rig);
  });

  it('without stream_options, and so from then on', async () => {
    const rig = await rigFor();
    const detail = [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }];
    rig.provider.when(
      'Hi',
      sends({ detail }, { status: 422 }),
      answers(says('Hello.')),
      answers(says('Again.')),
    );
    expect(replyOf(await rig.turn('Hi'))).toBe('Hello.');
    expect(replyOf(await rig.turn('Hi'))).toBe('Again.');
    expect(rig.provider.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
    expectClean(rig);
  });

  it('with as many tools as it takes, those of the conversation first, and a search for the others', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`tool${at}x`, async () => reportOf('done')]),
    );
    const rig = await rigFor({ tools: many });
    const message = "Invalid 'tools': array too long. Expected an array with maximum length 10, but got 20.";
    rig.provider
      .when('Use tool19x', sends({ error: { message } }, { status: 400 }), answers(calls('tool19x', {})))
      .when('done', answers(says('Done.')));
    const state = await rig.turn('Use tool19x');
    expect(replyOf(state)).toBe('Done.');
    const offered = ['search_tools', ...Array.from({ length: 7 }, (_, at) => `tool${at}x`), 'tool19x'];
    expect(rig.provider.requests.slice(1).map(({ tools: sent }) => sent)).toEqual([offered, offered]);
    expect(noticesOf(state)).toEqual([]);
    expectClean(rig);
  });
});

describe('L5: what does not fit is blamed on what is too long', () => {
  it.each([
    [
      'LM Studio',
      400,
      {
        error:
          'Trying to keep the first 8500 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      },
    ],
    [
      'TGI',
      422,
      {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 8500 `inputs` tokens',
        error_type: 'validation',
      },
    ],
    [
      'llama.cpp',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
    ],
  ])('the conversation, for %s', async (_server, status, body) => {
    const rig = await rigFor();
    rig.provider.when('Hi', sends(body, { status }));
    expect(errorOf(await rig.turn('Hi'))).toBe(
      'The conversation is too long for large. Send /compact, start a new chat, or choose a model with a larger window.',
    );
  });

  it('the tools', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`tool${at}`, async () => reportOf('done')]),
    );
    const rig = await rigFor({ tools: many }, { models: [{ id: 'tiny' }] });
    rig.provider.when('Hi', sends({ error: 'it has a context length of only 64 tokens' }, { status: 400 }));
    expect(errorOf(await rig.turn('Hi'))).toBe(
      'The tools of this session alone are too long for tiny. Turn off servers that you do not need here, or choose a model with a larger window.',
    );
  });
});

describe('A6: a model that takes its time', () => {
  it('is waited for, with a sign of life, and can be cancelled', async () => {
    let beat = () => {};
    const nextBeat = () => new Promise<void>((resolve) => (beat = resolve));
    const rig = await modelRig(wire, {}, {}, 'never', nextBeat);
    rig.provider.when('Hi', answers(holds(new Promise(() => {}))));
    const turnId = await rig.say('Hi');
    await rig.host.until(rig.chat, ({ activity }) => {
      beat();
      return activity === 'Waiting for Large… 2 min';
    });
    await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
    await expect.poll(() => rig.provider.abandoned).toBe(1);
    await rig.host.until(rig.chat, ({ activity }) => activity === undefined);
  });
});

it('K1: cached tokens and the cost that a provider reports are added up', async () => {
  const rig = await rigFor({ tools });
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 80 },
    cost: 0.25,
  };
  rig.provider
    .when('Add', sends([delta(call('{"a":1,"b":2}')), { ...delta({}, 'tool_calls'), usage }, '[DONE]']))
    .when('sum 3', sends([delta({ content: '3.' }, 'stop'), { choices: [], usage }, '[DONE]']));
  expect((await rig.turn('Add')).turns[0]?.usage).toEqual({
    model: 'large',
    inputTokens: 200,
    outputTokens: 10,
    cacheReadTokens: 160,
    _meta: { 'loggia.cost': 0.5, 'loggia.context': expect.objectContaining({ used: 105 }) as object },
  });
});
