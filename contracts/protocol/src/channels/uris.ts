/** The URI schemes of the stateful channels. Ids behind them are opaque. */
export const rootUri = 'ahp-root://';

export type ChannelScheme = 'root' | 'session' | 'chat' | 'resourceWatch';

const prefixes: readonly (readonly [string, ChannelScheme])[] = [
  [rootUri, 'root'],
  ['ahp-session:/', 'session'],
  ['ahp-chat:/', 'chat'],
  ['ahp-resource-watch:/', 'resourceWatch'],
];

/** By its scheme alone: clients name sessions and chats with schemes of their own as well. */
export function schemeOf(uri: string): ChannelScheme | undefined {
  return prefixes.find(([prefix]) => uri.startsWith(prefix))?.[1];
}
