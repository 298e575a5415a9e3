import type { Registration, Settings } from '../src/registration.ts';

type Loose = Readonly<Record<string, unknown>>;

export interface Report {
  readonly id: string;
  readonly name: string;
  readonly transport: {
    readonly kind: string;
    readonly command?: string;
    readonly args?: readonly string[];
    readonly url?: string;
  };
  readonly enabled?: boolean;
  readonly trusted?: boolean;
  /** A person has to decide before it may start. */
  readonly approval?: { readonly decision: string };
  readonly state: {
    readonly kind: string;
    readonly error?: { readonly message: string };
    readonly reason?: string;
    readonly description?: string;
    readonly requiredScopes?: readonly string[];
  };
  readonly protocolVersion?: string;
  readonly title?: string;
  readonly version?: string;
  readonly tools?: number;
  readonly pid?: number;
  readonly restarts?: number;
  readonly users?: number;
  readonly signedIn?: boolean;
}

/** The handler's report about a registration. */
export interface Status {
  readonly artifact: {
    readonly revision: number;
    readonly state: string;
    readonly version: number;
    readonly title: string;
  };
  readonly draft: Loose;
  readonly permission: 'granted' | 'missing' | 'unknown';
  readonly committed?: Registration;
  readonly problem?: string;
  readonly server?: Report;
  readonly taken?: { readonly name: string };
}

export function statusIn(answer: unknown): Status {
  const status = answer as Partial<Status> | undefined;
  if (typeof status?.artifact?.revision !== 'number' || typeof status.draft !== 'object')
    throw new Error('The server’s answer could not be read. Open the artifact again.');
  return status as Status;
}

export type Tone = 'good' | 'busy' | 'bad' | 'attention' | 'off';

/** How the server is, in two words and a sentence that says what to do. */
export interface StatusSummary {
  readonly tone: Tone;
  readonly word: string;
  readonly advice?: string;
  readonly actions: readonly ('start' | 'stop' | 'restart')[];
}

export function summaryOf(status: Status): StatusSummary {
  const { server, permission, artifact } = status;
  const none = { actions: [] };
  if (permission === 'missing')
    return { tone: 'attention', word: 'Not permitted', advice: status.problem ?? '', ...none };
  if (permission === 'unknown')
    return { tone: 'off', word: 'Unknown', advice: status.problem ?? '', ...none };
  if (artifact.state === 'archived')
    return {
      tone: 'off',
      word: 'Archived',
      advice: 'Restore the artifact to register its server again.',
      ...none,
    };
  if (!server) return unregistered(status);
  if (server.approval)
    return {
      tone: 'attention',
      ...(server.approval.decision === 'declined'
        ? { word: 'Declined', advice: 'You declined to run it. Approve it where the host lists its servers.' }
        : {
            word: 'Waiting for approval',
            advice: `Review and approve what it would start where the host lists its servers, or run: loggia servers approve ${quoted(server.name)}.`,
          }),
      ...none,
    };
  if (server.enabled === false)
    return {
      tone: 'off',
      word: 'Turned off',
      advice: 'Turn it on where the host lists its servers.',
      ...none,
    };
  switch (server.state.kind) {
    case 'ready':
      return { tone: 'good', word: 'Ready', actions: ['restart', 'stop'] };
    case 'starting':
      return { tone: 'busy', word: 'Starting', actions: ['stop'] };
    case 'stopped':
      return { tone: 'off', word: 'Stopped', actions: ['start'] };
    case 'authRequired':
      return {
        tone: 'attention',
        word: signInWord(server),
        advice: signInAdvice(server),
        actions: ['restart'],
      };
    case 'error':
      return {
        tone: 'bad',
        word: 'Failed',
        advice: server.state.error?.message ?? 'It failed without giving a reason. Check its log.',
        actions: ['restart', 'stop'],
      };
    default:
      return { tone: 'off', word: server.state.kind, actions: ['restart'] };
  }
}

function unregistered({ artifact, problem, taken }: Status): StatusSummary {
  const none = { actions: [] };
  if (taken)
    return {
      tone: 'bad',
      word: 'Name taken',
      advice: `The host has a server “${taken.name}” that this artifact did not add. Choose another name.`,
      ...none,
    };
  if (problem !== undefined) return { tone: 'bad', word: 'Not registered', advice: problem, ...none };
  if (artifact.version === 0)
    return {
      tone: 'off',
      word: 'Not registered',
      advice: 'Fill in the settings and commit to register it.',
      ...none,
    };
  return {
    tone: 'busy',
    word: 'Not registered yet',
    advice:
      'It was committed, and the host registers it as soon as the event arrives. If that fails, it is listed under Failed deliveries.',
    ...none,
  };
}

function signInWord({ state }: Report): string {
  if (state.reason === 'expired') return 'Sign-in expired';
  return state.reason === 'insufficientScope' ? 'Needs more access' : 'Needs sign-in';
}

function signInAdvice({ name, state }: Report): string {
  const scopes = state.requiredScopes?.length ? ` It asks for: ${state.requiredScopes.join(', ')}.` : '';
  const why = state.description ? `${state.description} ` : '';
  return `${why}Sign in where the host lists its servers, or run: loggia servers login ${quoted(name)}.${scopes}`;
}

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** Whether the form differs from the committed registration. */
export function isUncommitted({ artifact, committed }: Status, draft: Registration): boolean {
  if (artifact.state === 'archived') return false;
  if (artifact.state === 'draft' || committed === undefined) return true;
  return JSON.stringify(sorted(committed)) !== JSON.stringify(sorted(draft));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}

export function transportWords(settings: Settings): string {
  const { command, args = [], url } = settings;
  if (url !== undefined && (command ?? '') === '') return url;
  return [command ?? '', ...args].join(' ').trim();
}
