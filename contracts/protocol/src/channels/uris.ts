/** The URI schemes of the stateful channels. The ids in them are opaque. */
export const rootUri = 'ahp-root://';

export type ChannelScheme =
  | 'root'
  | 'session'
  | 'chat'
  | 'annotations'
  | 'terminal'
  | 'changeset'
  | 'resourceWatch';

const prefixes: readonly (readonly [string, ChannelScheme])[] = [
  ['ahp-root:', 'root'],
  ['ahp-session:/', 'session'],
  ['ahp-chat:/', 'chat'],
  ['ahp-terminal:/', 'terminal'],
  ['ahp-changeset:/', 'changeset'],
  ['ahp-resource-watch:/', 'resourceWatch'],
];

/** By its scheme alone: clients also use their own schemes for sessions and chats. */
export function schemeOf(uri: string): ChannelScheme | undefined {
  const scheme = prefixes.find(([prefix]) => uri.startsWith(prefix))?.[1];
  return scheme === 'session' && sessionOfAnnotations(uri) !== undefined ? 'annotations' : scheme;
}

const annotationsSuffix = '/annotations';

/** The channel that holds the annotations of a session. */
export function annotationsUri(session: string): string {
  return `${session}${annotationsSuffix}`;
}

/** The session whose annotations have this address; undefined for every other address. */
export function sessionOfAnnotations(uri: string): string | undefined {
  const session = uri.endsWith(annotationsSuffix) ? uri.slice(0, -annotationsSuffix.length) : '';
  return /:\/*[^/]/.test(session) ? session : undefined;
}

const anyRoot = /^ahp-root:\/{0,3}$/;

/** Libraries that parse URIs write the root's without the empty authority, or with a path. */
export function withRootSpelled(uri: string): string {
  return anyRoot.test(uri) ? rootUri : uri;
}
