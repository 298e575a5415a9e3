import type { Answer, EarlyEnd, Piece, SeenTurn } from './script.ts';
import {
  asText,
  bearerIn,
  event,
  inPieces,
  isJsonObject,
  openModelList,
  records,
  textOf,
  toolName,
  written,
  type Json,
  type Wire,
} from './wire.ts';

/** OpenAI's Chat Completions, which most model servers support. */
export const chatCompletionsWire: Wire = {
  paths: ['/chat/completions'],
  problems: (body) => [
    ...toolProblems(records(body['tools'])),
    ...messageProblems(records(body['messages'])),
  ],
  read: (body) => {
    const messages = records(body['messages']);
    return {
      body,
      model: asText(body['model']),
      isStream: body['stream'] === true,
      system: messages
        .filter(({ role }) => role === 'system')
        .map(({ content }) => asText(content))
        .join('\n'),
      tools: records(body['tools']).map((tool) => asText((tool['function'] as Json)['name'])),
      turns: messages.filter(({ role }) => role !== 'system').map(seenTurn),
    };
  },
  stream,
  whole: (answer, model) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content: textOf(answer) }, finish_reason: finishOf(answer) },
    ],
    usage: usageOf(answer),
  }),
  refusal: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
  overflow: (tokens, window) => ({
    type: 'invalid_request_error',
    message: `This model's maximum context length is ${window} tokens. However, your request has ${tokens} input tokens.`,
  }),
  keyIn: bearerIn,
  modelList: openModelList,
};

function partsOf(content: unknown): Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : records(content);
}

function seenTurn({ role, content, tool_calls: calls }: Json): SeenTurn {
  const text = partsOf(content)
    .map((part) => asText(part['text']))
    .join('\n');
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    text: role === 'tool' ? '' : text,
    images: partsOf(content).filter(({ type }) => type === 'image_url').length,
    calls: records(calls).map((call) => {
      const { name, arguments: input } = call['function'] as Json;
      return { name: asText(name), input: JSON.parse(asText(input)) as unknown };
    }),
    results: role === 'tool' ? [text] : [],
  };
}

function toolProblems(tools: readonly Json[]): string[] {
  return tools.flatMap((tool) => {
    const { name, parameters } = (tool['function'] ?? {}) as Json;
    return [
      ...(tool['type'] === 'function' ? [] : ["A tool isn't a function."]),
      ...(toolName.test(asText(name)) ? [] : [`The tool name ${JSON.stringify(name)} is not allowed.`]),
      ...((parameters as Json | undefined)?.['type'] === 'object' ? [] : [`${asText(name)} has no schema.`]),
    ];
  });
}

function messageProblems(messages: readonly Json[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const { role, content } = message;
    if (role === 'tool') {
      const id = asText(message['tool_call_id']);
      if (!open.includes(id)) problems.push(`Message ${at}: there is no tool call ${id} before it.`);
      if (typeof content !== 'string') problems.push(`Message ${at}: a tool's content is text.`);
      open = open.filter((one) => one !== id);
      continue;
    }
    if (open.length > 0) problems.push(`Message ${at}: ${open.join()} must be followed by tool messages.`);
    open = [];
    if (role === 'system' && at > 0) problems.push(`Message ${at}: the system speaks first.`);
    if (role === 'user' && partsOf(content).length === 0) problems.push(`Message ${at} is empty.`);
    if (role !== 'assistant') continue;
    for (const call of records(message['tool_calls'])) {
      const { name, arguments: input } = (call['function'] ?? {}) as Json;
      open.push(asText(call['id']));
      if (!toolName.test(asText(name))) problems.push(`Message ${at}: the name is not allowed.`);
      if (!isJsonObject(input)) problems.push(`Message ${at}: the arguments aren't a JSON object.`);
    }
    if (!asText(content) && open.length === 0) problems.push(`Message ${at} says and does nothing.`);
  }
  if (open.length > 0) problems.push(`${open.join()} must be followed by tool messages.`);
  return problems;
}

async function* stream(answer: Answer, model: string): AsyncGenerator<string | EarlyEnd> {
  const chunk = (delta: Json, finishReason: string | null = null): string =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    });
  yield chunk({ role: 'assistant', content: '' });
  let call = 0;
  for (const piece of answer.pieces) {
    if (piece.kind === 'hold') await piece.until;
    if (piece.kind === 'cut' || piece.kind === 'stop') {
      yield piece;
      return;
    }
    if (piece.kind === 'error') {
      yield event({ error: { message: piece.message, type: piece.type, code: piece.type } });
      return;
    }
    for (const delta of deltas(piece, call)) yield chunk(delta);
    if (piece.kind === 'call') call++;
  }
  yield chunk({}, finishOf(answer));
  yield event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [],
    usage: usageOf(answer),
  });
  yield 'data: [DONE]\n\n';
}

let callIds = 0;

function deltas(piece: Piece, index: number): Json[] {
  switch (piece.kind) {
    case 'text':
      return piece.chunks.map((content) => ({ content }));
    case 'reasoning':
      return piece.chunks.map((content) => ({ reasoning_content: content }));
    case 'call':
      return [
        {
          tool_calls: [
            {
              index,
              id: `call_${++callIds}`,
              type: 'function',
              function: { name: piece.name, arguments: '' },
            },
          ],
        },
        ...inPieces(written(piece.input)).map((part) => ({
          tool_calls: [{ index, function: { arguments: part } }],
        })),
      ];
    default:
      return [];
  }
}

function finishOf({ finish, pieces }: Answer): string {
  if (finish === 'length') return 'length';
  return pieces.some(({ kind }) => kind === 'call') ? 'tool_calls' : 'stop';
}

function usageOf({ usage: { input, output, cacheRead } }: Answer): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cacheRead !== undefined && { prompt_tokens_details: { cached_tokens: cacheRead } }),
  };
}
