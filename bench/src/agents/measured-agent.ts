/**
 * An agent on the official libraries of both protocols. A program. To a message with a number it calls the tool `brief`
 * of its MCP server that many times, and answers with the p50 in milliseconds; to any other with one word, at once.
 */
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, type McpServer } from '@agentclientprotocol/sdk';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { typical } from '../gateway/typical.ts';

let mcp: Client | undefined;

async function attach(server: McpServer | undefined): Promise<void> {
  if (!server) return;
  mcp = new Client({ name: 'measured-agent', version: '1' });
  await mcp.connect(transportTo(server));
  await mcp.listTools();
}

function transportTo(server: McpServer): StdioClientTransport | StreamableHTTPClientTransport {
  if ('command' in server) {
    const { command, args } = server;
    return new StdioClientTransport({ command, args, stderr: 'ignore' });
  }
  if (!('url' in server)) throw new Error('The server has neither a command nor an address.');
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
}

async function answerTo(message: string): Promise<string> {
  const times = Number(message);
  if (!Number.isInteger(times) || times < 1) return 'token';
  const call = async (): Promise<void> => {
    const result = await mcp?.callTool({ name: 'brief', arguments: {} });
    if (!result || result.isError) throw new Error(`The call failed: ${JSON.stringify(result?.content)}`);
  };
  return String(await typical(times, call));
}

agent({ name: 'measured' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: { mcpCapabilities: { http: true } },
  }))
  .onRequest(methods.agent.session.new, async ({ params }) => {
    await attach(params.mcpServers[0]);
    return { sessionId: 's' };
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const message = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const content = { type: 'text' as const, text: await answerTo(message.trim()) };
    await client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content },
    });
    return { stopReason: 'end_turn' };
  })
  .connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
  );
process.stdin.on('end', () => process.exit(0));
