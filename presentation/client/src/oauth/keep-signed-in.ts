import type { AuthChallenge, McpServerCustomization, SessionState } from '@loggia/protocol';
import { warn, type Report } from '../problem.ts';
import { Cell, type Readable } from '../readable.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** Something in a session that waits for a sign-in. */
export interface SignInNeeded {
  /** The id of the server's declaration. */
  readonly server: string;
  readonly challenge: AuthChallenge;
  /** The call that waits, where it is one: the button belongs on it. */
  readonly call?: { readonly chat: string; readonly turnId: string; readonly toolCallId: string };
}

export interface KeepSignedInOptions {
  readonly session: Readable<{ readonly state: SessionState | undefined }>;
  readonly keeper: Pick<TokenKeeper, 'answer'>;
  readonly report?: Report;
}

export interface SignedInWatch {
  /** What only the user can answer, in the order of the state. */
  readonly needed: Readable<readonly SignInNeeded[]>;
  stop(): void;
}

interface Wait {
  readonly need: SignInNeeded;
  readonly key: string;
  /** The very object in the state. */
  readonly source: object;
}

interface Asked {
  readonly source: object;
  outcome: 'asking' | 'answered' | 'interaction';
}

/** Watches a session, answers every challenge for which there is a grant, and says which ones the user has to answer. */
export function keepSignedIn({ session, keeper, report = warn }: KeepSignedInOptions): SignedInWatch {
  const needed = new Cell<readonly SignInNeeded[]>([], report);
  const asked = new Map<string, Asked>();
  let stopped = false;

  function publish(waits: readonly Wait[]): void {
    const open = waits.filter(({ key }) => asked.get(key)?.outcome === 'interaction');
    const before = needed.getSnapshot().map(keyOf);
    const same = open.length === before.length && open.every(({ key }, at) => key === before[at]);
    if (!same) needed.set(open.map(({ need }) => need));
  }

  async function ask({ need, key, source }: Wait): Promise<void> {
    const entry: Asked = { source, outcome: 'asking' };
    asked.set(key, entry);
    entry.outcome = await keeper.answer(need.server, need.challenge).catch(() => 'interaction' as const);
    if (!stopped) publish(waitsOf(session.getSnapshot().state));
  }

  /** What was answered and waits anew may look the same, after a snapshot for example. */
  function isNew({ key, source }: Wait): boolean {
    const entry = asked.get(key);
    return entry === undefined || (entry.outcome === 'answered' && entry.source !== source);
  }

  function look(): void {
    const waits = waitsOf(session.getSnapshot().state);
    const keys = new Set(waits.map(({ key }) => key));
    for (const key of asked.keys()) if (!keys.has(key)) asked.delete(key);
    for (const wait of waits.filter(isNew)) void ask(wait);
    publish(waits);
  }

  const unsubscribe = session.subscribe(look);
  look();
  return {
    needed,
    stop: () => {
      stopped = true;
      unsubscribe();
    },
  };
}

/** Servers that wait, and calls that wait. */
function waitsOf(state: SessionState | undefined): Wait[] {
  const servers = (state?.customizations ?? [])
    .flatMap((entry) =>
      entry.type === 'mcpServer' ? [entry] : 'children' in entry ? (entry.children ?? []) : [],
    )
    .filter((entry): entry is McpServerCustomization => entry.type === 'mcpServer');
  const blocked = servers.flatMap(({ id, state: source }): Wait[] => {
    const { kind, ...challenge } = source;
    return kind === 'authRequired'
      ? [waitOf({ server: id, challenge: challenge as AuthChallenge }, source)]
      : [];
  });
  const calls = (state?.inputNeeded ?? []).flatMap((entry): Wait[] => {
    if (entry.kind !== 'toolAuthentication' || entry.toolCall.status !== 'auth-required') return [];
    const { contributor, toolCallId, auth } = entry.toolCall;
    if (contributor?.kind !== 'mcp') return [];
    const call = { chat: entry.chat, turnId: entry.turnId, toolCallId };
    return [waitOf({ server: contributor.customizationId, challenge: auth, call }, auth)];
  });
  return [...blocked, ...calls];
}

function waitOf(need: SignInNeeded, source: object): Wait {
  return { need, key: keyOf(need), source };
}

function keyOf({ server, challenge, call }: SignInNeeded): string {
  const { reason, resource, requiredScopes } = challenge;
  return JSON.stringify([server, call ?? null, reason, resource.resource, requiredScopes ?? []]);
}
