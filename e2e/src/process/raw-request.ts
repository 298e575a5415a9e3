import net from 'node:net';

/** Writes bytes to a port and returns all that comes back, whatever it is. */
export async function rawRequest(address: string, bytes: string | Buffer, withinMs = 2_000): Promise<string> {
  const { port, hostname } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  let answer = '';
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, withinMs);
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.write(bytes));
    socket.on('close', () => clearTimeout(late));
  });
  socket.destroy();
  return answer;
}

export interface UpgradeOptions {
  readonly path?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
}

/** The status line of the answer to an upgrade. */
export async function upgradeStatus(address: string, options: UpgradeOptions = {}): Promise<string> {
  const { host } = new URL(address);
  const lines = [
    `GET ${options.path ?? '/ahp'} HTTP/1.1`,
    `Host: ${options.host ?? host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(options.headers ?? []),
    '\r\n',
  ];
  const answer = await rawRequest(address, lines.join('\r\n'), 300);
  return answer.slice(0, answer.indexOf('\r\n'));
}
