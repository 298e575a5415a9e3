import { errorIn, isRecord, type Json } from './tidy-chunk.ts';
import { TidyStream } from './tidy-stream.ts';

/**
 * Chat Completions as servers really speak it: whole answers where events were asked for, errors under status 200,
 * fields of other types. The library behind it reads the format by the letter, so it gets the letter.
 */
export function tolerantFetch(send: typeof fetch): typeof fetch {
  let takesStreamOptions = true;
  return async (url, init) => {
    const sending = takesStreamOptions ? send(url, init) : undefined;
    // The request is on its way while it is read here.
    const asked = requestIn(init?.body);
    if (!asked) return sending ?? send(url, init);
    const { stream_options: streamOptions, ...plain } = asked;
    const withoutOptions = () => send(url, { ...init, body: JSON.stringify(plain) });
    if (!sending) return tidied(await withoutOptions(), asked);
    const response = await sending;
    const isRefused = response.status === 400 || response.status === 422;
    if (!isRefused || streamOptions === undefined) return tidied(response, asked);
    const reason = await response.text();
    if (!/stream_options|include_usage/.test(reason)) return again(response, reason);
    takesStreamOptions = false;
    return tidied(await withoutOptions(), asked);
  };
}

function requestIn(body: unknown): Json | undefined {
  if (typeof body !== 'string') return undefined;
  const request: unknown = JSON.parse(body);
  return isRecord(request) ? request : undefined;
}

async function tidied(response: Response, { stream }: Json): Promise<Response> {
  if (!response.ok) return response;
  const type = response.headers.get('content-type') ?? '';
  if (stream === true && !/json/i.test(type)) return asEvents(response.body);
  const text = await response.text();
  const answer = answerIn(text);
  const error = answer && errorIn(answer);
  if (error) return refusal(error, response);
  if (stream !== true) return again(response, text);
  // Some servers send events under the name of JSON.
  const events = answer ? `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n` : text;
  return asEvents(new Response(events).body);
}

function answerIn(text: string): Json | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function again({ status, statusText, headers }: Response, body: string): Response {
  const type = headers.get('content-type') ?? 'application/json';
  const after = headers.get('retry-after');
  return new Response(body, {
    status,
    statusText,
    headers: { 'content-type': type, ...(after !== null && { 'retry-after': after }) },
  });
}

/** An error under status 200, with the status that it names. */
function refusal(error: Json, { headers }: Response): Response {
  const code = Number(error['code']);
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 400;
  const after = headers.get('retry-after');
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json', ...(after !== null && { 'retry-after': after }) },
  });
}

function asEvents(body: Response['body']): Response {
  const events = body?.pipeThrough(tidying()) ?? null;
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
}

function tidying(): TransformStream<Uint8Array, Uint8Array> {
  const stream = new TidyStream();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const write = (events: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (events !== '') controller.enqueue(encoder.encode(events));
  };
  return new TransformStream({
    transform: (chunk, controller) => write(stream.push(decoder.decode(chunk, { stream: true })), controller),
    flush: (controller) => write(`${stream.push(decoder.decode())}${stream.end()}`, controller),
  });
}
