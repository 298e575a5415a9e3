import {
  AhpClient,
  ask,
  connectionTicket,
  globalEnvironment,
  webSocketTransport,
  type CallOptions,
  type Extension,
  type ExtensionParams,
  type ExtensionResult,
} from '@loggia/client';
import { askAgain } from './ask-again.ts';
import { ChannelCache } from './channel-cache.ts';
import { ContentClient } from './content-client.ts';

/** The host that this shell belongs to: everything that the shell knows, and does, goes through here. */
export interface ShellHost {
  readonly client: AhpClient;
  readonly channels: ChannelCache;
  /** Chats, each with its last turns only; older ones are read by the page. */
  readonly chats: ChannelCache;
  readonly content: ContentClient;
  /** A command of the host. Rejects with `HostError` where it says no. One that only reads outlives its connection. */
  ask<Method extends Extension>(
    method: Method,
    params: ExtensionParams<Method>,
    options?: CallOptions,
  ): Promise<ExtensionResult<Method>>;
  /** The host's API over HTTP, with the key of this browser. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): void;
}

/** More than fills a screen; the others come as somebody scrolls up to them. */
const turnsAtFirst = 40;

export function openHost({
  origin,
  key,
  clientId,
}: {
  readonly origin: string;
  /** The key of this browser. */
  readonly key: string;
  readonly clientId: string;
}): ShellHost {
  const client = new AhpClient({
    connect: webSocketTransport(`${origin.replace(/^http/, 'ws')}/ahp`, {
      ticket: (signal) => connectionTicket({ origin, credential: key }, signal),
    }),
    clientId,
    clientInfo: { name: 'loggia-shell', version: '0.1.0' },
    capabilities: { mcpApps: {} },
    locale: navigator.language,
    requestTimeoutMs: 120_000,
  });
  const stopWatching = retryOnReturn(client);
  const authorized = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    return fetch(new URL(path, origin), { ...init, headers, credentials: 'omit' });
  };
  const host: ShellHost = {
    client,
    channels: new ChannelCache(client, globalEnvironment),
    chats: new ChannelCache(
      {
        subscribe: <State>(uri: string) =>
          client.subscribe<State>(uri, { kind: 'chat', view: { turns: turnsAtFirst } }),
      },
      globalEnvironment,
    ),
    content: new ContentClient({ origin, key, fetch: authorized, ask: (...given) => host.ask(...given) }),
    ask: (method, params, options) => askAgain(method, () => ask(client, method, params, options)),
    fetch: authorized,
    close: () => {
      stopWatching();
      client.close();
    },
  };
  return host;
}

/**
 * Reconnects at once when the user returns to the page or the network is back, without waiting for the next attempt.
 */
function retryOnReturn(client: AhpClient): () => void {
  const retry = (): void => {
    if (document.visibilityState === 'visible') client.retryNow();
  };
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  return () => {
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
  };
}

/** Whether the host still accepts the key of this browser. */
export async function checkKey(origin: string, key: string): Promise<'accepted' | 'refused' | 'unreachable'> {
  try {
    const response = await fetch(new URL('/api/listWorkspaces', origin), {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    if (response.ok) return 'accepted';
    return response.status === 401 || response.status === 403 ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
