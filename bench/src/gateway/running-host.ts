import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AhpClient, webSocketTransport, type WebSocketConstructor } from '@loggia/client';
import { WebSocket } from 'ws';

const hostMain = fileURLToPath(new URL('./main.js', import.meta.resolve('@loggia/host')));

export interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** The real host as a process of its own, with MCP servers in its configuration. */
export interface RunningHost {
  readonly pid: number;
  connect(clientId: string): Promise<AhpClient>;
  stop(): Promise<void>;
}

export async function startHost(directory: string, servers: readonly ServerProgram[]): Promise<RunningHost> {
  const mcpServers = Object.fromEntries(servers.map((server, index) => [`server-${index}`, server]));
  await writeFile(path.join(directory, 'host.json'), JSON.stringify({ mcpServers }));
  const flags = ['--port', '0', '--no-open', '--log-level', 'warn', '--data', directory];
  const host = spawn(process.execPath, [hostMain, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  await readyLine(host);
  const endpoint = JSON.parse(await readFile(path.join(directory, 'endpoint.json'), 'utf8')) as {
    readonly ahp: string;
    readonly token: string;
  };
  return {
    pid: host.pid ?? 0,
    connect: async (clientId) => {
      const constructor = WebSocket as unknown as WebSocketConstructor;
      const connect = webSocketTransport(endpoint.ahp, { WebSocket: constructor, token: endpoint.token });
      const client = new AhpClient({ connect, clientId, capabilities: { mcpApps: {} } });
      await client.connect();
      return client;
    },
    stop: async () => {
      if (host.exitCode !== null) return;
      host.kill('SIGTERM');
      await once(host, 'exit');
    },
  };
}

function readyLine(host: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    host.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('is ready')) resolve();
    });
    host.once('exit', (code) => reject(new Error(`The host ended with ${code} before it was ready.`)));
    host.once('error', reject);
  });
}
