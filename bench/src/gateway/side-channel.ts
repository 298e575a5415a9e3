import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startHost } from '../hosts/running-host.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { configWith, readyServers, type ServerProgram } from './servers.ts';
import { typical } from './typical.ts';

const calls = 400;
const rounds = 7;
const bytes = 2_000;

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const monitor = fileURLToPath(
  new URL('./index.js', import.meta.resolve('@modelcontextprotocol/server-system-monitor')),
);
const files = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'));
const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

/**
 * The host's overhead for a call. It is about the same for every call: it matters most for a server that does nothing
 * at all, and hardly for one that does some work.
 */
export const sideChannel: Benchmark = {
  names: ['tools/call', 'cheap tools/call', 'empty tools/call'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const file = path.join(directory, 'note.txt');
      await writeFile(file, 'x'.repeat(bytes));
      const polled = await measure(
        directory,
        { command: process.execPath, args: [monitor, '--stdio'] },
        { name: 'poll-system-stats', arguments: {} },
      );
      const read = await measure(
        directory,
        { command: process.execPath, args: [files, directory] },
        { name: 'read_text_file', arguments: { path: file } },
      );
      const echoed = await measure(
        directory,
        { command: process.execPath, args: [everything, 'stdio'] },
        { name: 'echo', arguments: { message: 'hello' } },
      );
      const way =
        'through the host and its mcp:// channel / by a client connected straight to the same server';
      const common = { unit: 'ms', bound: '<=' } as const;
      const results: readonly Result[] = [
        {
          ...common,
          name: 'tools/call',
          means: `p50 of the call that the View of a published App keeps making, ${way}`,
          ...polled,
          target: 1.5,
        },
        {
          ...common,
          name: 'cheap tools/call',
          means: `p50 of reading a file of ${bytes} bytes, ${way}`,
          ...read,
          target: 1.5,
        },
        {
          ...common,
          name: 'empty tools/call',
          means: `p50 of a word that the server echoes, ${way}`,
          ...echoed,
          target: 1.5,
        },
      ];
      return results;
    }),
};

async function measure(
  directory: string,
  server: ServerProgram,
  call: ToolCall,
): Promise<{ ours: number; baseline: number; ratio: number }> {
  const host = await startHost(directory, configWith([server]));
  const direct = new Client({ name: 'bench', version: '1' });
  try {
    await direct.connect(new StdioClientTransport({ ...server, args: [...server.args], stderr: 'ignore' }));
    const client = await host.connect();
    const [ready] = await readyServers(client, 1);
    const channel = ready?.channel;
    if (channel === undefined) throw new Error('The server has no channel.');
    const measured = await playRounds(rounds, {
      ours: () => typical(calls, () => client.call('tools/call', { channel, ...call })),
      baseline: () => typical(calls, () => direct.callTool({ ...call, arguments: { ...call.arguments } })),
    });
    client.close();
    return compare(measured);
  } finally {
    await direct.close();
    await host.stop();
  }
}
