import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openRig, whenever } from './gateway-rig.testkit.ts';

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function answering(listener: RequestListener): () => Promise<number> {
  return () => portOf(createHttpServer(listener));
}

function talking(listener: (socket: Socket) => void): () => Promise<number> {
  return () => portOf(createTcpServer(listener));
}

const page = answering((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));

async function nobody(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Case = readonly [what: string, open: () => Promise<number>, scheme: 'http' | 'https', expected: string];

const notMcp = 'answers, but not as an MCP server. Check the address, such as the path at its end.';

const cases: readonly Case[] = [
  ['nothing', nobody, 'http', 'Nothing answers at URL (connection refused). Is the server running?'],
  ['a web page', page, 'http', `URL ${notMcp}`],
  [
    'other JSON',
    answering((_, response) => response.setHeader('content-type', 'application/json').end('{}')),
    'http',
    `URL ${notMcp}`,
  ],
  ['nothing to say', answering((_, response) => response.writeHead(204).end()), 'http', `URL ${notMcp}`],
  [
    'no such page',
    answering((_, response) => response.writeHead(404).end()),
    'http',
    'There is no MCP server at URL (HTTP 404). Check the address, such as the path at its end.',
  ],
  [
    'a broken gateway',
    answering((_, response) => response.writeHead(502).end()),
    'http',
    'URL reports an error of its own (HTTP 502). Try again, or ask its operator.',
  ],
  [
    'a way to elsewhere',
    answering((_, response) =>
      response.writeHead(302, { location: 'https://new.example/mcp?key=hush' }).end(),
    ),
    'http',
    'URL redirects to https://new.example/mcp. Use that address if it is the server you mean.',
  ],
  [
    'another protocol',
    talking((socket) => socket.end('SSH-2.0-hello\r\n')),
    'http',
    "The program at URL doesn't speak HTTP. Check the port.",
  ],
  [
    'who hangs up',
    talking((socket) => socket.destroy()),
    'http',
    'The connection to URL was cut off. If the server uses HTTPS, start the address with https://; otherwise, try again.',
  ],
  [
    'no encryption',
    page,
    'https',
    "URL doesn't speak HTTPS. Start the address with http://, or check the port.",
  ],
  [
    'a port of another service',
    async () => 6000,
    'http',
    "The host doesn't connect to URL, because its port is reserved for another service. Use another port.",
  ],
];

it.each(cases)(
  'J9: at the address is %s, and that is said in plain words',
  async (_, open, scheme, expected) => {
    const url = `${scheme}://127.0.0.1:${await open()}/mcp`;
    for (const kind of ['http', 'sse'] as const) {
      const transport = { kind, url, headers: {} };
      const connection = openRig().open({ name: 'Remote', transport });
      await whenever(connection, () => connection.state.kind !== 'starting');
      expect(connection.state).toMatchObject({ error: { message: expected.replace('URL', url) } });
    }
  },
);
