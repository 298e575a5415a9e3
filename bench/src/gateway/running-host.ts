import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AhpClient, webSocketTransport, type WebSocketConstructor } from '@loggia/client';
import { WebSocket } from 'ws';
import { spawnHost, type SpawnedHost } from '../hosts/spawned-host.ts';

export interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** The real host with MCP servers in its configuration. */
export interface RunningHost extends SpawnedHost {
  connect(clientId: string): Promise<AhpClient>;
}

export async function startHost(directory: string, servers: readonly ServerProgram[]): Promise<RunningHost> {
  const mcpServers = Object.fromEntries(servers.map((server, index) => [`server-${index}`, server]));
  await writeFile(path.join(directory, 'host.json'), JSON.stringify({ mcpServers, hostTools: false }));
  const host = await spawnHost(directory);
  const endpoint = JSON.parse(await readFile(path.join(directory, 'endpoint.json'), 'utf8')) as {
    readonly ahp: string;
    readonly token: string;
  };
  return {
    ...host,
    connect: async (clientId) => {
      const constructor = WebSocket as unknown as WebSocketConstructor;
      const connect = webSocketTransport(endpoint.ahp, { WebSocket: constructor, token: endpoint.token });
      const client = new AhpClient({ connect, clientId, capabilities: { mcpApps: {} } });
      await client.connect();
      return client;
    },
  };
}
