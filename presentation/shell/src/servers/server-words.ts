import type { McpServerState, ServerReport } from '@loggia/protocol';
import { sentence } from '../ui/sentence.ts';
import { visibleWord } from './approval/launch-words.ts';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | undefined;

interface Standing {
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly approval?: ServerReport['approval'];
  readonly state: McpServerState;
  readonly installing?: ServerReport['installing'];
}

/** The state of a server in a word or two. */
export function stateWord({ enabled, trusted, approval, state, installing }: Standing): string {
  if (approval?.decision === 'waiting') return 'Waiting for approval';
  if (approval?.decision === 'declined') return 'Declined';
  if (!trusted) return 'Not trusted';
  if (!enabled) return 'Off';
  switch (state.kind) {
    case 'ready':
      return 'Ready';
    case 'starting':
      return installing ? 'Installing' : 'Starting';
    case 'stopped':
      return 'Stopped';
    case 'error':
      return 'Failed';
    case 'authRequired':
      if (state.reason === 'expired') return 'Sign-in expired';
      return state.reason === 'insufficientScope' ? 'Needs more access' : 'Needs sign-in';
    default:
      // A newer host may have more of them.
      return (state as { readonly kind: string }).kind;
  }
}

export function stateTone({ enabled, trusted, state }: Standing): Tone {
  if (!trusted) return 'warning';
  if (!enabled) return undefined;
  const tones: Readonly<Record<string, Tone>> = {
    ready: 'success',
    starting: 'info',
    error: 'danger',
    authRequired: 'warning',
  };
  return tones[state.kind];
}

/** Why it is so, and what to do; undefined where there is nothing to say. */
export function stateReason({ enabled, trusted, approval, state, installing }: Standing): string | undefined {
  if (approval?.decision === 'declined') return 'You declined to run it, so it can’t start.';
  if (approval?.changed)
    return 'It is new or has changed since you trusted its source. It doesn’t run until you decide again.';
  if (approval?.source.startsWith('x-loggia-server:'))
    return 'It was registered for you and doesn’t run until you approve it.';
  if (!trusted) return 'Nothing in its source runs until you trust it.';
  if (!enabled) return 'It is switched off. Switch it on to use its tools.';
  if (state.kind === 'error') return sentence(state.error.message) || 'It failed. Check its log.';
  if (state.kind === 'stopped') return 'Not running. It starts when needed, or when you start it.';
  if (state.kind === 'starting' && installing)
    return `Its package is being installed with ${installing.by}, which can take minutes.`;
  if (state.kind === 'starting') return 'Starting.';
  return undefined;
}

export function transportWords({ transport }: Pick<ServerReport, 'transport'>): string {
  if (transport.kind === 'stdio') return [transport.command, ...transport.args].map(quoted).join(' ');
  return transport.url;
}

/** The same to be read rather than used: nothing in it is hidden or turned around. */
export function shownTransport({ transport }: Pick<ServerReport, 'transport'>): string {
  if (transport.kind === 'stdio') return [transport.command, ...transport.args].map(visibleWord).join(' ');
  return visibleWord(transport.url);
}

export function transportKind({ transport }: Pick<ServerReport, 'transport'>): string {
  if (transport.kind === 'stdio') return 'Process on the host';
  return transport.kind === 'sse' ? 'HTTP with server-sent events' : 'Streamable HTTP';
}

/** The reach of a process; undefined for a remote server. */
export function sandboxWords({ transport }: Pick<ServerReport, 'transport'>): string | undefined {
  if (transport.kind !== 'stdio') return undefined;
  const { sandbox } = transport;
  if (!sandbox) return 'None: it runs with all of the host’s permissions';
  const reaches = [
    ...sandbox.folders.map(({ path, access }) => `${path} (${access})`),
    ...(sandbox.workspace ? ['the session’s working directory (write)'] : []),
    sandbox.network === 'host' ? 'the network' : 'no network',
  ];
  return `Reaches ${reaches.join(', ')}`;
}

function quoted(word: string): string {
  return word === '' || /[\s"']/.test(word) ? JSON.stringify(word) : word;
}

/** `titles` are those of workspaces, by id. */
export function sourceWords(
  { source }: Pick<ServerReport, 'source'>,
  titles: ReadonlyMap<string, string>,
): string {
  switch (source.kind) {
    case 'host':
      return 'The host’s configuration';
    case 'added':
      return addedWords(source.workspace, titles);
    case 'workspace':
      return `A file of the folder ${source.uri ?? ''}`.trim();
    case 'plugin':
      return `The plugin ${source.name ?? source.uri ?? ''}`.trim();
    case 'client':
      return `A client’s plugin ${source.name ?? ''}`.trim();
    default:
      return source.kind;
  }
}

/** Where an added server is available. */
export function addedWords(workspace: string | undefined, titles: ReadonlyMap<string, string>): string {
  if (workspace === undefined) return 'Added to all workspaces';
  return `Added to the workspace “${titles.get(workspace) ?? workspace}”`;
}
