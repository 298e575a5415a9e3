import { element } from '@loggia/kit/view/element';
import { summaryOf, transportWords, type Status } from './status.ts';

/** Draws the known facts about the server as a list of names and values. */
export function drawFacts(panel: HTMLElement, status: Status): void {
  const facts = factsOf(status);
  panel.replaceChildren(
    element(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, value, looks]) =>
        element(
          'div',
          { class: 'fact' },
          element('dt', { text: name }),
          element('dd', { text: value, class: looks ?? '' }),
        ),
      ),
    ),
  );
}

export function factsOf(status: Status): (readonly [name: string, value: string, looks?: string])[] {
  const { server, committed, artifact } = status;
  const version = artifact.version === 0 ? 'Never committed' : `Version ${artifact.version}`;
  const inForce = committed ? transportWords(committed.settings) : '';
  const state = [['State', summaryOf(status).word] as const, ['Artifact', version] as const];
  if (!server) return inForce === '' ? state : [...state, ['Registered as', inForce, 'mono'] as const];
  const {
    title,
    version: release,
    protocolVersion,
    tools,
    pid,
    restarts,
    users,
    signedIn,
    transport,
  } = server;
  const runs = transport.url ?? [transport.command ?? '', ...(transport.args ?? [])].join(' ');
  const facts: (readonly [string, string | undefined, string?])[] = [
    ...state,
    ['Server', [title, release].filter((part) => part !== undefined).join(' ') || undefined],
    [transport.url === undefined ? 'Command' : 'Address', runs, 'mono'],
    [
      'Transport',
      { stdio: 'Standard input and output', http: 'Streamable HTTP', sse: 'HTTP+SSE (legacy)' }[
        transport.kind
      ] ?? transport.kind,
    ],
    ['Protocol', protocolVersion],
    ['Tools', tools === undefined ? undefined : String(tools)],
    ['Sign-in', signedIn === undefined ? undefined : signedIn ? 'Signed in' : 'Not signed in'],
    ['Used by', users === undefined ? undefined : `${users} session${users === 1 ? '' : 's'}`],
    ['Restarts', restarts === undefined || restarts === 0 ? undefined : String(restarts)],
    ['Process', pid === undefined ? undefined : String(pid)],
  ];
  return facts.flatMap(([name, value, looks]) =>
    value === undefined
      ? []
      : [looks === undefined ? ([name, value] as const) : ([name, value, looks] as const)],
  );
}
