import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  AhpClient,
  webSocketTransport,
  type AhpClientOptions,
  type WebSocketConstructor,
} from '@loggia/client';
import { WebSocket } from 'ws';
import { spawnHost, type SpawnedHost } from './spawned-host.ts';

/** The real host, with a configuration, and ways to connect. */
export interface RunningHost extends SpawnedHost {
  /** The shell's address, with a sign-in. */
  readonly address: string;
  /** A client that renders MCP Apps. */
  connect(more?: Pick<AhpClientOptions, 'reducers'>): Promise<AhpClient>;
}

export async function startHost(
  directory: string,
  config: Readonly<Record<string, unknown>>,
  program: Parameters<typeof spawnHost>[1] = 'host',
): Promise<RunningHost> {
  await writeFile(path.join(directory, 'host.json'), JSON.stringify(config));
  const host = await spawnHost(directory, program);
  const { http, ahp, token } = JSON.parse(await readFile(path.join(directory, 'endpoint.json'), 'utf8')) as {
    readonly http: string;
    readonly ahp: string;
    readonly token: string;
  };
  return {
    ...host,
    address: `${http}/#token=${token}`,
    connect: async (more) => {
      const constructor = WebSocket as unknown as WebSocketConstructor;
      const connect = webSocketTransport(ahp, { WebSocket: constructor, token });
      const client = new AhpClient({ connect, clientId: 'bench', capabilities: { mcpApps: {} }, ...more });
      await client.connect();
      return client;
    },
  };
}
