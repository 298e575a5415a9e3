import { z } from 'zod';
import { isCommand, type CommandName, type Params } from '../../../commands.ts';
import { configValuesSchema } from '../../../common/config.ts';
import { defined } from '../../../common/objects.ts';
import { ProtocolError } from '../../../errors.ts';
import { explainParameters } from '../../../explain.ts';
import { openObject, uriSchema } from '../../../schema.ts';
import { liftActiveClient } from './lift-client.ts';
import { respelledClient, respelledModel } from './lift-spelling.ts';
import { v03AgentSelectionSchema, v03ModelSelectionSchema } from '../messages.ts';
import { v03ActiveClientSchema } from '../state.ts';
import type { StickyChange } from '../sticky.ts';

const createSessionSchema = openObject({
  channel: uriSchema,
  provider: z.string().optional(),
  model: v03ModelSelectionSchema.optional(),
  agent: v03AgentSelectionSchema.optional(),
  workingDirectory: uriSchema.optional(),
  fork: openObject({ session: uriSchema, turnId: z.string() }).optional(),
  config: configValuesSchema.optional(),
  activeClient: v03ActiveClientSchema.optional(),
});

const fetchTurnsSchema = openObject({
  channel: uriSchema,
  before: z.string().optional(),
  limit: z.number().int().positive().optional(),
});

const sessionClaimSchema = openObject({
  kind: z.literal('session'),
  session: uriSchema,
  chat: uriSchema.optional(),
});

/** 0.3 has no chats. */
const unknownTo03: readonly CommandName[] = ['createChat', 'disposeChat', 'moveChat'];

export type LiftedCommand =
  /** To be answered like a canonical request, translated by `lower-result`. */
  | { readonly kind: 'same'; readonly method: CommandName; readonly params: Record<string, unknown> }
  /** `fork`: the new session starts with the turns of another one, up to and including that turn. */
  | {
      readonly kind: 'createSession';
      readonly params: Params<'createSession'>;
      readonly sticky: StickyChange;
      readonly fork: { readonly session: string; readonly turnId: string } | undefined;
    }
  /** To be answered with `pageOfTurns` of the session's default chat. */
  | {
      readonly kind: 'fetchTurns';
      readonly session: string;
      readonly before: string | undefined;
      readonly limit: number | undefined;
    };

function parsed<Schema extends z.ZodType>(schema: Schema, params: unknown): z.infer<Schema> {
  const result = schema.safeParse(params);
  if (!result.success) throw new ProtocolError('InvalidParams', explainParameters(result.error));
  return result.data;
}

function liftCreateSession(input: Record<string, unknown>): LiftedCommand {
  const spelled = {
    ...input,
    model: respelledModel(input['model']),
    activeClient: respelledClient(input['activeClient']),
  };
  const { model, agent, workingDirectory, fork, activeClient, ...rest } = parsed(
    createSessionSchema,
    spelled,
  );
  const workingDirectories = workingDirectory === undefined ? undefined : [workingDirectory];
  return {
    kind: 'createSession',
    params: defined({
      ...rest,
      workingDirectories,
      activeClient: activeClient && liftActiveClient(activeClient),
    }),
    sticky: defined({ model, agent }) as StickyChange,
    fork,
  };
}

/** 0.3 claims a terminal for a session, 1.0 for one of its chats. */
function liftClaim(claim: unknown, defaultChatOf: (session: string) => string | undefined): unknown {
  const { success, data } = sessionClaimSchema.safeParse(claim);
  if (!success || data.chat !== undefined) return claim;
  return { ...data, chat: defaultChatOf(data.session) ?? data.session };
}

/**
 * Translates a request of a 0.3 client. Requests for a session that 1.0 addresses to a chat go to the session's default
 * chat.
 */
export function liftCommand(
  method: string,
  params: Record<string, unknown>,
  defaultChatOf: (session: string) => string | undefined,
): LiftedCommand {
  if (!isCommand(method) || unknownTo03.includes(method)) {
    throw new ProtocolError('MethodNotFound', `AHP 0.3 has no method "${method}".`);
  }
  if (method === 'createSession') return liftCreateSession(params);
  if (method === 'fetchTurns') {
    const { channel, before, limit } = parsed(fetchTurnsSchema, params);
    return { kind: 'fetchTurns', session: channel, before, limit };
  }
  if (method === 'createTerminal') {
    return { kind: 'same', method, params: { ...params, claim: liftClaim(params['claim'], defaultChatOf) } };
  }
  if (method !== 'completions') return { kind: 'same', method, params };
  const { channel: session } = parsed(z.looseObject({ channel: uriSchema }), params);
  const channel = defaultChatOf(session);
  if (channel === undefined)
    throw new ProtocolError('SessionNotFound', `There is no conversation in ${session}.`);
  return { kind: 'same', method, params: { ...params, channel } };
}
