import type { Answer, EarlyEnd, Piece, SeenTurn } from './script.ts';
import { asText, event, records, textOf, toolName, type Json, type Wire } from './wire.ts';

/** Google's Generative Language. Calls arrive complete, and their input is always an object. */
export const googleWire: Wire = {
  paths: [':streamGenerateContent', ':generateContent'],
  problems: (body, headers) => [
    ...(headers['x-goog-api-key'] ? [] : ['There is no key.']),
    ...declarations(body).flatMap(({ name }) =>
      toolName.test(asText(name)) ? [] : [`The tool name ${JSON.stringify(name)} is not allowed.`],
    ),
    ...contentProblems(records(body['contents'])),
  ],
  read: (body, path) => ({
    body,
    model: path.replace(/.*\/models\//, '').replace(/:.*/, ''),
    isStream: path.endsWith(':streamGenerateContent'),
    system: partsOf(body['systemInstruction'])
      .map(({ text }) => asText(text))
      .join('\n'),
    tools: declarations(body).map(({ name }) => asText(name)),
    turns: records(body['contents']).map(seenTurn),
  }),
  stream,
  whole: (answer) => chunk([{ text: textOf(answer) }], answer, finishOf(answer)),
  refusal: ({ status, type, message }) => ({ error: { code: status, message, status: type } }),
  overflow: (tokens, window) => ({
    type: 'INVALID_ARGUMENT',
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
  }),
  keyIn: (headers) => asText(headers['x-goog-api-key']),
  modelList: (ids) => ({
    models: ids.map((id) => ({
      name: `models/${id}`,
      displayName: `The ${id}`,
      inputTokenLimit: 1000,
      supportedGenerationMethods: /embed/.test(id) ? ['embedContent'] : ['generateContent'],
    })),
  }),
};

function partsOf(content: unknown): Json[] {
  return records((content as Json | undefined)?.['parts']);
}

function declarations(body: Json): Json[] {
  return records(body['tools']).flatMap((tool) => records(tool['functionDeclarations']));
}

function seenTurn(content: Json): SeenTurn {
  const parts = partsOf(content);
  const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall as Json] : []));
  const results = parts.flatMap(({ functionResponse }) =>
    functionResponse ? [functionResponse as Json] : [],
  );
  const nested = results.flatMap((result) => records(result['parts']));
  return {
    role: content['role'] === 'model' ? 'assistant' : 'user',
    text: parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n'),
    images: [...parts, ...nested].filter(({ inlineData }) => inlineData !== undefined).length,
    calls: calls.map(({ name, args }) => ({ name: asText(name), input: args })),
    results: results.map((result) => resultText(result['response'] as Json)),
  };
}

/** The field is up to the client. */
function resultText({ content, output }: Json): string {
  return asText(content) || asText(output);
}

function contentProblems(contents: readonly Json[]): string[] {
  const problems: string[] = [];
  for (const [at, content] of contents.entries()) {
    const before = at > 0 ? contents[at - 1] : undefined;
    const names = (of: Json | undefined, kind: string) =>
      partsOf(of).flatMap((part) => (part[kind] ? [asText((part[kind] as Json)['name'])] : []));
    if (partsOf(content).length === 0) problems.push(`Content ${at} is empty.`);
    if (before?.['role'] === content['role']) problems.push(`Content ${at}: roles must alternate.`);
    const open = names(before, 'functionCall').join();
    const answered = names(content, 'functionResponse').join();
    if (open !== answered) problems.push(`Content ${at}: ${answered} does not answer the calls of ${open}.`);
  }
  if (contents.at(-1)?.['role'] !== 'user') problems.push('The last content must be the user’s.');
  return problems;
}

async function* stream(answer: Answer): AsyncGenerator<string | EarlyEnd> {
  for (const piece of answer.pieces) {
    if (piece.kind === 'hold') await piece.until;
    if (piece.kind === 'cut' || piece.kind === 'stop') {
      yield piece;
      return;
    }
    if (piece.kind === 'error') {
      yield event({ error: { code: 500, message: piece.message, status: piece.type } });
      return;
    }
    for (const part of partsIn(piece)) yield event(chunk([part], answer));
  }
  yield event(chunk([{ text: '' }], answer, finishOf(answer)));
}

function partsIn(piece: Piece): Json[] {
  switch (piece.kind) {
    case 'text':
      return piece.chunks.map((text) => ({ text }));
    case 'reasoning':
      return piece.chunks.map((text) => ({ text, thought: true }));
    case 'call': {
      const args = typeof piece.input === 'string' ? {} : piece.input;
      return [{ functionCall: { name: piece.name, args }, thoughtSignature: 'c2ln' }];
    }
    default:
      return [];
  }
}

function chunk(parts: readonly Json[], { usage }: Answer, finishReason?: string): Json {
  const { input, output, cacheRead } = usage;
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      ...(cacheRead !== undefined && { cachedContentTokenCount: cacheRead }),
    },
  };
}

function finishOf({ finish }: Answer): string {
  return finish === 'length' ? 'MAX_TOKENS' : 'STOP';
}
