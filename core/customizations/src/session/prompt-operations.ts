import { AuthNeeded, ForeignError, ServerFailure, type Caller, type ServerConnection } from '@loggia/mcp';
import { ProtocolError, type ServerPrompt } from '@loggia/protocol';
import type { OperationPorts } from './operation-ports.ts';
import { placeNamed } from './place-named.ts';
import { listOf } from './server-lists.ts';
import type { InScope, OneServer } from './service.ts';
import type { ServerInPlan } from './plan-services.ts';

/** The prompts of servers. Throws ProtocolError with a sentence, and ForeignError for the server's own errors. */
export interface PromptOperations {
  /** A server that can't list its prompts is left out; nothing is started for it. */
  listPrompts(
    params: InScope & { readonly server?: string | undefined },
    signal?: AbortSignal,
  ): Promise<{ prompts: ServerPrompt[] }>;
  getPrompt(
    params: OneServer & {
      readonly prompt: string;
      readonly arguments?: Readonly<Record<string, string>> | undefined;
    },
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<FilledPrompt>;
  /** None where the server suggests nothing, or can’t right now: whoever types goes on without. */
  completePrompt(
    params: OneServer & {
      readonly prompt: string;
      readonly argument: string;
      readonly value: string;
      readonly arguments?: Readonly<Record<string, string>> | undefined;
    },
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<{ values: string[] }>;
}

export interface FilledPrompt {
  description?: string;
  messages: { role: string; content: Record<string, unknown> }[];
  /** The text of all messages, for places that only take text. */
  text: string;
}

type Json = Readonly<Record<string, unknown>>;

const longest = 10_000;
const mostArguments = 100;
const mostMessages = 1000;
/** As MCP has it. */
const mostValues = 100;

export function createPromptOperations({ plan }: OperationPorts): PromptOperations {
  return {
    async listPrompts({ server, session }, signal) {
      const { places } = await plan(session);
      const wanted = server === undefined ? places : [placeNamed(places, server)];
      const found = await Promise.all(wanted.map((place) => promptsOf(place, signal)));
      return { prompts: found.flat() };
    },

    async getPrompt({ prompt, arguments: input = {}, server, session }, caller, signal) {
      const place = placeNamed((await plan(session)).places, server);
      const connection = readyIn(place);
      if (!connection) {
        const message = `"${place.server.name}" has to be ready before its prompts can be used. Start it.`;
        throw new ProtocolError('Unavailable', message);
      }
      const context = { caller, ...(session !== undefined && { session }), ...(signal && { signal }) };
      const params = { name: prompt, arguments: input };
      const answer = await connection.request('prompts/get', params, context).catch((error: unknown) => {
        throw told(error, place.server.name);
      });
      const messages = messagesIn(answer);
      if (!messages)
        throw new ProtocolError(
          'Unavailable',
          `"${place.server.name}" didn't answer with a prompt. Look at its log.`,
        );
      return {
        ...textIn(answer as Json, 'description'),
        messages,
        text: messages
          .map(({ content }) => textOf(content))
          .filter(Boolean)
          .join('\n\n'),
      };
    },

    async completePrompt({ prompt, argument, value, server, session, ...given }, caller, signal) {
      const connection = readyIn(placeNamed((await plan(session)).places, server));
      if (!connection?.facts?.completions) return { values: [] };
      const context = { caller, ...(session !== undefined && { session }), ...(signal && { signal }) };
      const params = {
        ref: { type: 'ref/prompt', name: prompt },
        argument: { name: argument, value },
        context: { arguments: given.arguments ?? {} },
      };
      const answer = await connection
        .request('completion/complete', params, context)
        .catch((): unknown => undefined);
      return { values: valuesIn(answer) };
    },
  };
}

function valuesIn(answer: unknown): string[] {
  const completion = isObject(answer) ? answer['completion'] : undefined;
  const values = isObject(completion) ? completion['values'] : undefined;
  if (!Array.isArray(values)) return [];
  return (values as unknown[])
    .filter((value) => typeof value === 'string' && value.length <= longest)
    .slice(0, mostValues) as string[];
}

function readyIn({ slot }: ServerInPlan): ServerConnection | undefined {
  return slot.connection?.state.kind === 'ready' ? slot.connection : undefined;
}

async function promptsOf(place: ServerInPlan, signal: AbortSignal | undefined): Promise<ServerPrompt[]> {
  const connection = readyIn(place);
  if (!connection?.facts?.prompts) return [];
  const { id: server, name: serverName } = place.server;
  try {
    const listed = await listOf(connection, 'prompts', { caller: 'host', ...(signal && { signal }) });
    return listed.flatMap((given) => {
      const prompt = promptIn(given);
      return prompt ? [{ server, serverName, ...prompt }] : [];
    });
  } catch {
    // One server that fails must not hide the prompts of the others; its log says why.
    return [];
  }
}

/** A server's own words: what has not the right shape was not said. */
function promptIn(given: Json): Omit<ServerPrompt, 'server' | 'serverName'> | undefined {
  const named = nameIn(given);
  if (!named) return undefined;
  const list = Array.isArray(given['arguments']) ? (given['arguments'] as unknown[]) : [];
  const names = list.slice(0, mostArguments).flatMap((argument) => {
    const about = isObject(argument) ? nameIn(argument) : undefined;
    return about && isObject(argument)
      ? [{ ...about, ...(argument['required'] === true && { required: true }) }]
      : [];
  });
  return { ...named, arguments: names };
}

function nameIn(given: Json): { name: string; title?: string; description?: string } | undefined {
  const { name } = given;
  if (typeof name !== 'string' || name === '' || name.length > 1000) return undefined;
  return { name, ...textIn(given, 'title'), ...textIn(given, 'description') };
}

function textIn<Key extends string>(given: Json, key: Key): { [key in Key]?: string } {
  const value = given[key];
  if (typeof value !== 'string') return {};
  return { [key]: value.slice(0, longest) } as { [key in Key]?: string };
}

function messagesIn(answer: unknown): FilledPrompt['messages'] | undefined {
  const list = isObject(answer) ? answer['messages'] : undefined;
  if (!Array.isArray(list)) return undefined;
  return (list as unknown[]).slice(0, mostMessages).flatMap((message) => {
    if (!isObject(message) || typeof message['role'] !== 'string' || !isObject(message['content'])) return [];
    return [{ role: message['role'], content: { ...message['content'] } }];
  });
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(content: Readonly<Record<string, unknown>>): string {
  if (content['type'] === 'text') return typeof content['text'] === 'string' ? content['text'] : '';
  const resource = content['resource'];
  if (typeof resource === 'object' && resource !== null && 'text' in resource)
    return typeof resource.text === 'string' ? resource.text : '';
  return '';
}

function told(error: unknown, serverName: string): unknown {
  if (error instanceof AuthNeeded)
    return new ProtocolError('Unavailable', `"${serverName}" asks for a sign-in. Sign in to it first.`);
  if (!(error instanceof ServerFailure)) return error;
  return error.kind === 'refused'
    ? new ForeignError(error.code ?? -32_603, error.message, error.data)
    : new ProtocolError('Unavailable', `${serverName}: ${error.message}`);
}
