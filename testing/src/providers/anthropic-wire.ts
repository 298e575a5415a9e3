import type { Answer, AnswerUsage, EarlyEnd, Piece, SeenTurn } from './script.ts';
import { asText, event, inPieces, records, textOf, toolName, written, type Json, type Wire } from './wire.ts';

/** Anthropic's Messages API. */
export const anthropicWire: Wire = {
  paths: ['/messages'],
  problems: (body, headers) => [
    ...(headers['x-api-key'] ? [] : ['There is no x-api-key.']),
    ...(headers['anthropic-version'] ? [] : ['There is no anthropic-version.']),
    ...(typeof body['max_tokens'] === 'number' ? [] : ['max_tokens is missing.']),
    ...toolProblems(body),
    ...messageProblems(records(body['messages'])),
  ],
  read: (body) => ({
    body,
    model: asText(body['model']),
    isStream: body['stream'] === true,
    system: blocksOf(body['system'])
      .map(({ text }) => asText(text))
      .join('\n'),
    tools: records(body['tools']).map(({ name }) => asText(name)),
    turns: records(body['messages']).map(seenTurn),
  }),
  stream,
  whole: (answer, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: textOf(answer) }],
    stop_reason: answer.finish === 'length' ? 'max_tokens' : 'end_turn',
    stop_sequence: null,
    usage: { ...inputOf(answer.usage), output_tokens: answer.usage.output },
  }),
  refusal: ({ type, message }) => ({ type: 'error', error: { type, message } }),
  overflow: (tokens, window) => ({
    type: 'invalid_request_error',
    message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
  }),
  keyIn: (headers) => asText(headers['x-api-key']),
  modelList: (ids) => ({
    data: ids.map((id) => ({
      type: 'model',
      id,
      display_name: `The ${id}`,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: false,
  }),
};

function blocksOf(content: unknown): Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : records(content);
}

function seenTurn({ role, content }: Json): SeenTurn {
  const blocks = blocksOf(content);
  const of = (type: string) => blocks.filter((block) => block['type'] === type);
  const results = of('tool_result');
  const nested = results.flatMap((result) => blocksOf(result['content']));
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    text: of('text')
      .map(({ text }) => asText(text))
      .join('\n'),
    images: [...blocks, ...nested].filter(({ type }) => type === 'image').length,
    calls: of('tool_use').map(({ name, input }) => ({ name: asText(name), input })),
    results: results.map((result) =>
      blocksOf(result['content'])
        .map(({ text }) => asText(text))
        .join(''),
    ),
  };
}

function toolProblems(body: Json): string[] {
  const tools = records(body['tools']);
  const uses = records(body['messages']).some(({ content }) =>
    blocksOf(content).some(({ type }) => type === 'tool_use' || type === 'tool_result'),
  );
  const problems = tools.flatMap(({ name, input_schema: schema }) => [
    ...(toolName.test(asText(name)) ? [] : [`The tool name ${JSON.stringify(name)} is not allowed.`]),
    ...((schema as Json | undefined)?.['type'] === 'object'
      ? []
      : [`The tool ${asText(name)} has no schema.`]),
  ]);
  if (new Set(tools.map(({ name }) => name)).size < tools.length) problems.push('Tool names must be unique.');
  if (uses && tools.length === 0) problems.push('Requests with tool_use or tool_result must define tools.');
  return problems;
}

function messageProblems(messages: readonly Json[]): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  if (messages[0]?.['role'] !== 'user') problems.push('The first message must be the user’s.');
  if (messages.at(-1)?.['role'] !== 'user') problems.push('The last message must be the user’s.');
  for (const [at, message] of messages.entries()) {
    const { role } = message;
    const blocks = blocksOf(message['content']);
    const before = at > 0 ? messages[at - 1] : undefined;
    if (before?.['role'] === role) problems.push(`Message ${at}: roles must alternate.`);
    if (blocks.length === 0) problems.push(`Message ${at} is empty.`);
    const open = blocksOf(before?.['content']).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
    const answered = blocks.flatMap((block) =>
      block['type'] === 'tool_result' ? [block['tool_use_id']] : [],
    );
    for (const id of open) {
      if (answered.filter((one) => one === id).length !== 1)
        problems.push(`${String(id)} has not one tool_result.`);
    }
    for (const id of answered) {
      if (!open.includes(id)) problems.push(`Message ${at}: no tool_use ${String(id)} comes before it.`);
    }
    for (const [index, block] of blocks.entries())
      problems.push(...blockProblems(block, index, at, answered.length));
    for (const block of blocks) {
      if (block['type'] !== 'tool_use') continue;
      const id = asText(block['id']);
      if (ids.has(id)) problems.push(`tool_use ids must be unique, and ${id} is not.`);
      ids.add(id);
    }
    if (blocks.some(({ type }) => type === 'tool_use') && at === messages.length - 1) {
      problems.push('The last tool_use has no tool_result.');
    }
  }
  return problems;
}

function blockProblems(block: Json, index: number, at: number, results: number): string[] {
  const where = `Message ${at}, block ${index}`;
  switch (block['type']) {
    case 'text':
      return asText(block['text']).trim() === '' ? [`${where}: text must not be blank.`] : [];
    case 'tool_use': {
      const { id, name, input } = block;
      return [
        ...(/^[a-zA-Z0-9_-]+$/.test(asText(id)) ? [] : [`${where}: the id is not allowed.`]),
        ...(toolName.test(asText(name)) ? [] : [`${where}: the name is not allowed.`]),
        ...(typeof input === 'object' && input !== null && !Array.isArray(input)
          ? []
          : [`${where}: input must be an object.`]),
      ];
    }
    case 'tool_result':
      return index < results ? [] : [`${where}: tool_result blocks come first.`];
    case 'thinking':
      return block['signature'] ? [] : [`${where}: thinking needs its signature.`];
    case 'image': {
      const { type, data, media_type: mediaType } = (block['source'] ?? {}) as Json;
      const isWhole = type === 'base64' && asText(data) !== '' && asText(mediaType).startsWith('image/');
      return isWhole ? [] : [`${where}: the image has no data.`];
    }
    case 'document':
      return [];
    default:
      return [`${where}: unknown type ${String(block['type'])}.`];
  }
}

async function* stream(answer: Answer, model: string): AsyncGenerator<string | EarlyEnd> {
  const { usage } = answer;
  const start = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...inputOf(usage), output_tokens: 1 },
  };
  yield named({ type: 'message_start', message: start });
  yield named({ type: 'ping' });
  let index = 0;
  for (const piece of answer.pieces) {
    if (piece.kind === 'hold') await piece.until;
    if (piece.kind === 'cut' || piece.kind === 'stop') {
      yield piece;
      return;
    }
    if (piece.kind === 'error') {
      yield named({ type: 'error', error: { type: piece.type, message: piece.message } });
      return;
    }
    for (const data of eventsOf(piece, index)) yield named(data);
    if (piece.kind !== 'hold') index++;
  }
  const called = answer.pieces.some(({ kind }) => kind === 'call');
  const stopReason = answer.finish === 'length' ? 'max_tokens' : called ? 'tool_use' : 'end_turn';
  yield named({
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: usage.output },
  });
  yield named({ type: 'message_stop' });
}

/** Tokens from and for the cache are counted apart. */
function inputOf({ input, cacheRead, cacheWrite }: AnswerUsage): Json {
  return {
    input_tokens: input - (cacheRead ?? 0) - (cacheWrite ?? 0),
    ...(cacheRead !== undefined && { cache_read_input_tokens: cacheRead }),
    ...(cacheWrite !== undefined && { cache_creation_input_tokens: cacheWrite }),
  };
}

let callIds = 0;

function eventsOf(piece: Piece, index: number): Json[] {
  const delta = (data: Json): Json => ({ type: 'content_block_delta', index, delta: data });
  const around = (content: Json, deltas: readonly Json[]): Json[] => [
    { type: 'content_block_start', index, content_block: content },
    ...deltas,
    { type: 'content_block_stop', index },
  ];
  switch (piece.kind) {
    case 'text':
      return around(
        { type: 'text', text: '' },
        piece.chunks.map((text) => delta({ type: 'text_delta', text })),
      );
    case 'reasoning':
      return around({ type: 'thinking', thinking: '', signature: '' }, [
        ...piece.chunks.map((thinking) => delta({ type: 'thinking_delta', thinking })),
        delta({ type: 'signature_delta', signature: 'c2lnbmVk' }),
      ]);
    case 'call':
      return around(
        { type: 'tool_use', id: `toolu_${++callIds}`, name: piece.name, input: {} },
        inPieces(written(piece.input)).map((part) => delta({ type: 'input_json_delta', partial_json: part })),
      );
    default:
      return [];
  }
}

function named(data: Json): string {
  return event(data, asText(data['type']));
}
