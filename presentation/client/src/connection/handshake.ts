import {
  commandTable,
  explain,
  familyOf,
  isVersion,
  rootUri,
  type ActionEnvelope,
  type ClientCapabilities,
  type Family,
  type Implementation,
  type InitializeResult,
  type Snapshot,
  type Version,
} from '@loggia/protocol';
import { readEnvelope } from '../channels/read-envelope.ts';
import { HostError, MalformedAnswer } from '../errors.ts';
import type { Report } from '../problem.ts';
import type { RawParams } from '../rpc/read-message.ts';
import { UnknownVersion } from './final-reason.ts';

/** The client's introduction in `initialize`. */
export interface Introduction {
  readonly clientId: string;
  readonly protocolVersions: readonly string[];
  readonly clientInfo?: Implementation | undefined;
  readonly capabilities?: ClientCapabilities | undefined;
  readonly locale?: string | undefined;
}

/** The negotiated agreement. It holds until the next `initialize`, across reconnects. */
export interface Agreement {
  readonly version: Version;
  readonly family: Family;
  readonly host: InitializeResult;
}

/** `asked` are the channels that were named. */
export type Greeting =
  | { readonly kind: 'initialized'; readonly asked: readonly string[]; readonly agreement: Agreement }
  | {
      readonly kind: 'replay';
      readonly asked: readonly string[];
      readonly actions: readonly ActionEnvelope[];
      readonly missing: readonly string[];
    }
  | { readonly kind: 'snapshot'; readonly asked: readonly string[]; readonly snapshots: readonly Snapshot[] };

type Ask = (method: string, params: RawParams) => Promise<unknown>;

export async function initialize(ask: Ask, who: Introduction, asked: readonly string[]): Promise<Greeting> {
  const answer = await ask('initialize', {
    channel: rootUri,
    ...who,
    ...(asked.length > 0 && { initialSubscriptions: asked }),
  });
  const parsed = commandTable.initialize.result.safeParse(answer);
  if (!parsed.success) throw new MalformedAnswer('initialize', explain(parsed.error, 'result'));
  const host = parsed.data;
  const version = host.protocolVersion;
  const family = familyOf(version);
  if (!isVersion(version) || !family) throw new UnknownVersion(version);
  return { kind: 'initialized', asked, agreement: { version, family, host } };
}

/** Undefined when the host does not want to: then `initialize` is next, on the same transport. */
export async function reconnect(
  ask: Ask,
  who: { readonly clientId: string; readonly lastSeenServerSeq: number; readonly family: Family },
  asked: readonly string[],
  report: Report,
): Promise<Greeting | undefined> {
  const { clientId, lastSeenServerSeq, family } = who;
  let answer: unknown;
  try {
    answer = await ask('reconnect', { channel: rootUri, clientId, lastSeenServerSeq, subscriptions: asked });
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
  // The actions are read one by one: one that is malformed must not cost all the others.
  const { actions, ...rest } = (answer ?? {}) as { actions?: unknown };
  const envelopes = Array.isArray(actions) ? actions : [];
  const parsed = commandTable.reconnect.result.safeParse({ ...rest, actions: [] });
  if (!parsed.success) throw new MalformedAnswer('reconnect', explain(parsed.error, 'result'));
  if (parsed.data.type === 'snapshot') return { kind: 'snapshot', asked, snapshots: parsed.data.snapshots };
  return {
    kind: 'replay',
    asked,
    actions: envelopes.flatMap((input: unknown) => readEnvelope(input, family, report) ?? []),
    missing: parsed.data.missing,
  };
}
