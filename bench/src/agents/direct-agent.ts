import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { McpServer } from '@agentclientprotocol/sdk';
import { moment } from '../measure/moment.ts';
import type { Answered } from './through-host.ts';

interface Incoming {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } };
}

/** The agent with its MCP server attached directly, asked by a client that does nothing else. */
export interface DirectAgent {
  say(text: string): Promise<Answered>;
  stop(): Promise<void>;
}

export async function startDirectAgent(program: string, server: McpServer): Promise<DirectAgent> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (message: Incoming) => void>();
  let heard: (text: string) => void = () => undefined;
  let ids = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Incoming;
    const text = message.params?.update?.content?.text;
    if (text !== undefined) heard(text);
    else if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const ask = async (method: string, params: object): Promise<void> => {
    const id = ++ids;
    const answer = new Promise<Incoming>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { error } = await answer;
    if (error) throw new Error(error.message);
  };
  await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  await ask('session/new', { cwd: process.cwd(), mcpServers: [server] });
  return {
    say: async (text) => {
      const at = moment();
      const first = new Promise<Answered>((resolve) => {
        heard = (answer) => resolve({ text: answer, firstMs: moment() - at });
      });
      await ask('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text }] });
      return first;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
