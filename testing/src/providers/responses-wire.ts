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

/** OpenAI's Responses API, without stored state. */
export const responsesWire: Wire = {
  paths: ['/responses'],
  problems: (body, headers) => [
    ...(asText(headers['authorization']).startsWith('Bearer ') ? [] : ['There is no key.']),
    ...(body['store'] === false ? [] : ['The conversation would be kept.']),
    ...records(body['tools']).flatMap(({ name }) =>
      toolName.test(asText(name)) ? [] : [`The tool name ${JSON.stringify(name)} is not allowed.`],
    ),
    ...itemProblems(records(body['input'])),
  ],
  read: (body) => {
    const items = records(body['input']);
    const isSystem = ({ role }: Json) => role === 'system' || role === 'developer';
    return {
      body,
      model: asText(body['model']),
      isStream: body['stream'] === true,
      system: items
        .filter(isSystem)
        .map(({ content }) => asText(content))
        .join('\n'),
      tools: records(body['tools']).flatMap(toolNames),
      turns: items.filter((item) => !isSystem(item) && item['type'] !== 'reasoning').map(seenTurn),
    };
  },
  stream,
  whole: (answer, model) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model,
    error: null,
    incomplete_details: answer.finish === 'length' ? { reason: 'max_output_tokens' } : null,
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: textOf(answer), annotations: [] }],
      },
    ],
    usage: usageOf(answer),
  }),
  refusal: ({ type, message }) => ({ error: { message, type, param: null, code: type } }),
  overflow: () => ({
    type: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  }),
  keyIn: bearerIn,
  modelList: openModelList,
};

/** A tool in a namespace is called `namespace/name` here. */
function toolNames({ type, name, tools }: Json): string[] {
  if (type !== 'namespace') return [asText(name)];
  return records(tools).map((tool) => `${asText(name)}/${asText(tool['name'])}`);
}

function seenTurn(item: Json): SeenTurn {
  const none = { text: '', images: 0, calls: [], results: [] };
  if (item['type'] === 'function_call') {
    const input: unknown = JSON.parse(asText(item['arguments']));
    return { ...none, role: 'assistant', calls: [{ name: asText(item['name']), input }] };
  }
  const content = item['type'] === 'function_call_output' ? item['output'] : item['content'];
  const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : records(content);
  const text = parts.map((part) => asText(part['text'])).join('\n');
  const images = parts.filter(({ type }) => type === 'input_image').length;
  if (item['type'] === 'function_call_output') return { ...none, role: 'user', images, results: [text] };
  return { ...none, role: item['role'] === 'assistant' ? 'assistant' : 'user', images, text };
}

function itemProblems(items: readonly Json[]): string[] {
  const problems: string[] = [];
  const calls: unknown[] = [];
  const answered: unknown[] = [];
  for (const [at, item] of items.entries()) {
    const { type, call_id: id } = item;
    if (type === 'item_reference') problems.push(`Item ${at} refers to what is not kept.`);
    if (type === 'function_call') {
      if (calls.includes(id)) problems.push(`Item ${at}: ${String(id)} is there already.`);
      if (!toolName.test(asText(item['name']))) problems.push(`Item ${at}: the name is not allowed.`);
      if (!isJsonObject(item['arguments'])) problems.push(`Item ${at}: the arguments aren't a JSON object.`);
      calls.push(id);
    }
    if (type === 'function_call_output') {
      if (!calls.includes(id)) problems.push(`Item ${at}: there is no call ${String(id)} before it.`);
      answered.push(id);
    }
    if (type === 'reasoning' && !item['encrypted_content'])
      problems.push(`Item ${at}: its content is missing.`);
  }
  for (const id of calls)
    if (!answered.includes(id)) problems.push(`No tool output found for ${String(id)}.`);
  return problems;
}

let ids = 0;

async function* stream(answer: Answer, model: string): AsyncGenerator<string | EarlyEnd> {
  let sequence = 0;
  const out = (data: Json): string => event({ ...data, sequence_number: ++sequence }, asText(data['type']));
  const response = { id: `resp_${++ids}`, object: 'response', created_at: 1, model, output: [] };
  yield out({ type: 'response.created', response: { ...response, status: 'in_progress' } });
  let index = 0;
  for (const piece of answer.pieces) {
    if (piece.kind === 'hold') await piece.until;
    if (piece.kind === 'cut' || piece.kind === 'stop') {
      yield piece;
      return;
    }
    if (piece.kind === 'error') {
      const error = { code: piece.type, message: piece.message };
      yield out({ type: 'response.failed', response: { ...response, status: 'failed', error } });
      return;
    }
    for (const data of eventsOf(piece, index)) yield out(data);
    if (piece.kind !== 'hold') index++;
  }
  const isCut = answer.finish === 'length';
  yield out({
    type: isCut ? 'response.incomplete' : 'response.completed',
    response: {
      ...response,
      status: isCut ? 'incomplete' : 'completed',
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      usage: usageOf(answer),
    },
  });
}

function eventsOf(piece: Piece, outputIndex: number): Json[] {
  const at = { output_index: outputIndex };
  const added = (content: Json): Json => ({ type: 'response.output_item.added', ...at, item: content });
  const done = (content: Json): Json => ({ type: 'response.output_item.done', ...at, item: content });
  switch (piece.kind) {
    case 'text': {
      const id = `msg_${++ids}`;
      const message = { type: 'message', id, role: 'assistant' };
      const text = piece.chunks.join('');
      const content = [{ type: 'output_text', text, annotations: [] }];
      return [
        added({ ...message, status: 'in_progress', content: [] }),
        ...piece.chunks.map((delta) => ({
          type: 'response.output_text.delta',
          item_id: id,
          ...at,
          content_index: 0,
          delta,
        })),
        done({ ...message, status: 'completed', content }),
      ];
    }
    case 'reasoning': {
      const id = `rs_${++ids}`;
      const part = { item_id: id, ...at, summary_index: 0 };
      const text = piece.chunks.join('');
      return [
        added({ type: 'reasoning', id, summary: [], encrypted_content: 'ZW5j' }),
        { type: 'response.reasoning_summary_part.added', ...part, part: { type: 'summary_text', text: '' } },
        ...piece.chunks.map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...part, delta })),
        { type: 'response.reasoning_summary_part.done', ...part, part: { type: 'summary_text', text } },
        done({ type: 'reasoning', id, summary: [{ type: 'summary_text', text }], encrypted_content: 'ZW5j' }),
      ];
    }
    case 'call': {
      const id = `fc_${++ids}`;
      const [name, namespace] = piece.name.split('/').toReversed();
      const call = {
        type: 'function_call',
        id,
        call_id: `call_${ids}`,
        name,
        ...(namespace && { namespace }),
      };
      const input = written(piece.input);
      return [
        added({ ...call, status: 'in_progress', arguments: '' }),
        ...inPieces(input).map((delta) => ({
          type: 'response.function_call_arguments.delta',
          item_id: id,
          ...at,
          delta,
        })),
        done({ ...call, status: 'completed', arguments: input }),
      ];
    }
    default:
      return [];
  }
}

function usageOf({ usage: { input, output, cacheRead } }: Answer): Json {
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { cached_tokens: cacheRead ?? 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
}
