import net from 'node:net';

/** How a body is sent. The sender stops at an answer, or at the end. */
export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer; readonly type?: string }
  /** Declares this length, and sends the start. */
  | { readonly kind: 'declared'; readonly length: number; readonly start?: string }
  /** The start, then chunk after chunk, as fast as they are taken. */
  | {
      readonly kind: 'endless';
      readonly chunkBytes: number;
      readonly mostBytes: number;
      readonly start?: string;
    }
  /** The start, then a byte now and then, without an end. */
  | { readonly kind: 'drip'; readonly everyMs: number; readonly start?: string };

export interface Hurled {
  readonly method: string;
  readonly path: string;
  readonly host?: string;
  readonly bearer: string | undefined;
  readonly body: Body;
  /** Requests a WebSocket, and sends the body as if it had been opened. */
  readonly upgrades?: boolean;
}

export interface Landed {
  /** 0: the connection ended, or the time was up, without an answer. */
  readonly status: number;
  readonly text: string;
  readonly sentBytes: number;
  readonly tookMs: number;
}

/** One request over its own connection, byte by byte as the test specifies. */
export function hurl(port: number, request: Hurled, withinMs: number): Promise<Landed> {
  const { method, path, body, bearer, host = `127.0.0.1:${port}`, upgrades = false } = request;
  const started = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  let sentBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve) => {
    const land = (): void => {
      clearTimeout(late);
      clearInterval(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
      resolve({ status, text, sentBytes, tookMs: performance.now() - started });
    };
    const late = setTimeout(land, withinMs);
    const send = (bytes: Buffer): boolean => {
      sentBytes += bytes.length;
      return socket.write(bytes);
    };
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      answer += data;
      if (isWhole(answer, method)) land();
    });
    socket.on('error', () => undefined);
    socket.on('close', land);
    socket.on('connect', () => {
      const start = body.kind === 'whole' ? undefined : body.start;
      const type = (body.kind === 'whole' ? body.type : undefined) ?? 'application/json';
      const length =
        body.kind === 'whole' ? body.bytes.length : body.kind === 'declared' ? body.length : undefined;
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `Host: ${host}`,
        ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
        ...(upgrades
          ? handshake
          : [
              `Content-Type: ${type}`,
              'Accept: application/json, text/event-stream',
              length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
            ]),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      switch (body.kind) {
        case 'whole':
          send(body.bytes);
          break;
        case 'declared':
          send(Buffer.from((start ?? '').padEnd(Math.min(body.length, 65_536), 'x')));
          break;
        case 'endless': {
          if (start !== undefined) send(chunkOf(start));
          // Small chunks are sent together: this tests the host, not the speed of writing single bytes.
          const chunk = Buffer.concat(
            Array.from({ length: Math.ceil(16_384 / (body.chunkBytes + 5)) }, () =>
              chunkOf('x'.repeat(body.chunkBytes)),
            ),
          );
          const isWanted = (): boolean => answer === '' && !socket.destroyed && sentBytes < body.mostBytes;
          const pour = (): void => {
            while (isWanted()) if (!send(chunk)) return;
          };
          socket.on('drain', pour);
          pour();
          break;
        }
        case 'drip':
          if (start !== undefined) send(chunkOf(start));
          timer = setInterval(() => send(chunkOf('x')), body.everyMs);
          break;
      }
    });
  });
}

const handshake = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

function chunkOf(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

function isWhole(answer: string, method: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (method === 'HEAD' || /^HTTP\/1\.1 (204|304)/.test(answer)) return true;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length);
}

/** Runs all, with limited concurrency. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
