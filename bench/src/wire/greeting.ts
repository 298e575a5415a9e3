import { rootUri } from '@loggia/protocol';

/** A client's first message; `{n}` stands for its number. */
export function greetingFor(subscriptions: readonly string[]): string {
  const params = {
    channel: rootUri,
    protocolVersions: ['1.0.0'],
    clientId: 'client-{n}',
    initialSubscriptions: subscriptions,
  };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
}
