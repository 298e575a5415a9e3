import { readFileSync } from 'node:fs';
import {
  AhpClient,
  ask,
  webSocketTransport,
  type CallOptions,
  type Extension,
  type ExtensionParams,
  type ExtensionResult,
  type WebSocketConstructor,
} from '@loggia/client';
import { WebSocket } from 'ws';
import { CommandFailed } from '../failure.ts';
import type { HostAddress } from './find-host.ts';

export type { ExtensionParams, ExtensionResult };

/** A connection to one host, for the time of one command. */
export interface HostLink {
  readonly address: HostAddress;
  readonly client: AhpClient;
  /** Rejects with `HostError` where the host says no. */
  ask<Method extends Extension>(
    method: Method,
    params: ExtensionParams<Method>,
    options?: CallOptions,
  ): Promise<ExtensionResult<Method>>;
  close(): void;
}

/** A tool may answer with a whole file; a host that sends more than this is not to be believed. */
const mostBytes = 256 * 1024 * 1024;
/** Starting a server may take the host a minute, and listing tools starts them all. */
const answerWithinMs = 120_000;

/** A command that cannot reach its host says so at once, and leaves it to the user when to try again. */
const once = { attempts: 1, firstMs: 50 };
/** Long enough for a host that is being updated. */
const patiently = { attempts: 40, firstMs: 250, mostMs: 3000 };

/**
 * Throws `noHost` if nothing answers there. With `again`, a lost connection is reopened, even if the host has moved.
 */
export async function openLink(
  address: HostAddress,
  signal: AbortSignal,
  again?: () => Promise<HostAddress>,
): Promise<HostLink> {
  let attempts = 0;
  const client = new AhpClient({
    connect: async () => {
      attempts += 1;
      const { ahp, token } = attempts > 1 && again !== undefined ? await again() : address;
      return webSocketTransport(ahp, { WebSocket: socketWith(token) })();
    },
    clientInfo: { name: 'loggia-cli', version: ownVersion() },
    requestTimeoutMs: answerWithinMs,
    backOff: again === undefined ? once : patiently,
    limits: { connectTimeoutMs: 10_000 },
    onProblem: () => undefined,
  });
  const giveUp = (): void => client.close();
  signal.addEventListener('abort', giveUp, { once: true });
  // Patience is for a host that was there.
  const stopWatching = client.status.subscribe(() => {
    const status = client.status.getSnapshot();
    if (status.phase === 'connecting' && status.retryInMs !== undefined) client.close();
  });
  try {
    await client.connect();
  } catch (error) {
    if (signal.aborted) throw new CommandFailed('interrupted', 'Stopped.', { cause: error });
    throw unreachable(client, address);
  } finally {
    signal.removeEventListener('abort', giveUp);
    stopWatching();
  }
  return {
    address,
    client,
    ask: (method, params, options) => ask(client, method, params, options),
    close: () => client.close(),
  };
}

/** From the manifest, which is two directories up from here both in `src` and in `dist`. */
function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** In a header, so that the token is in no address that somebody logs. */
function socketWith(token: string | undefined): WebSocketConstructor {
  return class extends WebSocket {
    constructor(url: string) {
      super(url, {
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
        maxPayload: mostBytes,
      });
    }
  } as WebSocketConstructor;
}

function unreachable(client: AhpClient, { ahp, local }: HostAddress): CommandFailed {
  const status = client.status.getSnapshot();
  const reason = status.phase === 'closed' ? status.reason : undefined;
  switch (reason?.why) {
    case 'unauthorized':
      return new CommandFailed(
        'failed',
        local === undefined
          ? `The host at ${ahp} does not accept the token or API key. Give one that is valid with --token or LOGGIA_TOKEN.`
          : `The host at ${ahp} does not accept the token of its own data directory. Start it again.`,
      );
    case 'refused':
    case 'unsupportedVersion':
      return new CommandFailed('failed', `The host at ${ahp} refused the connection: ${reason.message}`);
    default:
      return new CommandFailed(
        'noHost',
        `No host answers at ${ahp}. Start it with "loggia serve", or check --url.`,
      );
  }
}
