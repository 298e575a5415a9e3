import { pathToFileURL } from 'node:url';
import { ProtocolError, ProtocolErrorCode, type Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { CallOptions, ElicitationAnswer } from '../connection.ts';
import type { Call, CallsInFlight } from './calls-in-flight.ts';
import { ServerFailure } from '../failures.ts';
import { plainSchema } from './plain-schema.ts';
import { plainText } from './plain-text.ts';

export interface QuestionPorts {
  readonly calls: CallsInFlight;
  readonly folders?: () => readonly string[];
  remark(text: string): void;
}

const longestQuestion = 16 * 1024;

const elicitationParams = z.looseObject({
  message: z.string(),
  requestedSchema: z.record(z.string(), z.unknown()).optional(),
  url: z.string().optional(),
  elicitationId: z.string().optional(),
});

/** Answers a server's requests to its client, on behalf of the call that caused them. */
export function answerQuestions(client: Client, ports: QuestionPorts): void {
  client.setRequestHandler('elicitation/create', async (request, { mcpReq }) => {
    const call = callBehind(ports, 'a question to the user', (context) => context.elicit !== undefined);
    if (call === undefined) return { action: 'decline' };
    const elicitation = elicitationParams.parse(request.params);
    if (elicitation.url === undefined || isPage(elicitation.url))
      return elicit(call, elicitation, mcpReq.signal);
    ports.remark('Declined to open a page: its address does not begin with http:// or https://.');
    return { action: 'decline' };
  });
  client.setRequestHandler(
    'sampling/createMessage',
    { params: z.record(z.string(), z.unknown()) },
    async (params, { mcpReq }) => {
      const call = callBehind(ports, 'a question to the model', (context) => context.sample !== undefined);
      if (call?.context.sample === undefined)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidRequest,
          'Nobody can answer a sampling request now.',
        );
      const signal = AbortSignal.any([mcpReq.signal, call.signal]);
      return call.answering(async () => call.context.sample!(params, signal));
    },
  );
  const { folders } = ports;
  if (folders === undefined) return;
  client.setRequestHandler('roots/list', () => ({
    roots: folders().map((folder) => ({ uri: uriOf(folder) })),
  }));
}

export async function elicit(
  call: Call,
  { message, requestedSchema, url, elicitationId }: z.infer<typeof elicitationParams>,
  signal: AbortSignal,
): Promise<{ action: 'accept'; content?: Record<string, Plain> } | { action: 'decline' | 'cancel' }> {
  const elicitation = {
    message: plainText(message, longestQuestion),
    ...(requestedSchema === undefined ? {} : { requestedSchema: plainSchema(requestedSchema) }),
    ...(url === undefined ? {} : { url }),
    ...(elicitationId === undefined ? {} : { elicitationId }),
  };
  const either = AbortSignal.any([signal, call.signal]);
  const answer = await call.answering(
    async (): Promise<ElicitationAnswer> =>
      (await call.context.elicit?.(elicitation, either)) ?? { action: 'decline' },
  );
  if (answer.action !== 'accept') return { action: answer.action };
  return answer.content === undefined
    ? { action: 'accept' }
    : { action: 'accept', content: answer.content as Record<string, Plain> };
}

/** Answers a question of a task, which its client fetches. Rejects if nobody can answer it. */
export async function answerQuestion(
  call: Call,
  {
    method,
    params = {},
  }: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> | undefined },
  folders: (() => readonly string[]) | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  if (method === 'elicitation/create') {
    const elicitation = elicitationParams.parse(params);
    if (elicitation.url === undefined || isPage(elicitation.url))
      return elicit(call, elicitation, call.signal);
    return { action: 'decline' };
  }
  const { sample } = call.context;
  if (method === 'sampling/createMessage' && sample)
    return call.answering(() => sample.call(call.context, params, call.signal));
  if (method === 'roots/list' && folders)
    return { roots: folders().map((folder) => ({ uri: uriOf(folder) })) };
  throw new ServerFailure('refused', `The task asks for "${method}", which nobody can answer here.`);
}

/** The values that MCP allows in a form. The client checks them again before they are sent. */
type Plain = string | number | boolean | string[];

function callBehind(
  ports: QuestionPorts,
  what: string,
  able: (context: CallOptions) => boolean,
): Call | undefined {
  const asked = ports.calls.asked(able);
  if (asked.kind === 'call') return asked.call;
  ports.remark(
    asked.kind === 'several'
      ? `Declined ${what}: several sessions use this server at the moment, and it does not say for which it asks. With "isolation": "session" each gets a server of its own, and the question reaches the right one.`
      : `Declined ${what}: no call is running that it could belong to.`,
  );
  return undefined;
}

/** Other URLs, such as scripts, must not be opened on a server's request. */
export function isPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

/** The folder is a path, or already a URI. */
function uriOf(folder: string): string {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(folder) ? folder : pathToFileURL(folder).href;
}
