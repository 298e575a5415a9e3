import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { FrameCounter } from './frame-counter.ts';

/** All sockets read into the same memory: each chunk is counted before the next read. */
const shared = Buffer.allocUnsafe(256 * 1024);

const endOfHead = '\r\n\r\n';

export interface CountingSocket {
  send(text: string): void;
  close(): void;
}

/** A WebSocket client on a bare TCP socket, which is the least work for a client. */
export function openCountingSocket(
  address: string,
  counted: (frames: number, bytes: number) => void,
): Promise<CountingSocket> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const counter = new FrameCounter();
    let head: string | undefined = '';
    const read = (chunk: Uint8Array): void => {
      if (head === undefined) return counted(counter.take(chunk), chunk.length);
      head += Buffer.from(chunk).toString('latin1');
      const end = head.indexOf(endOfHead);
      if (end < 0) return undefined;
      if (!head.startsWith('HTTP/1.1 101 ')) return reject(new Error(`The server said: ${head}`));
      const rest = Buffer.from(head.slice(end + endOfHead.length), 'latin1');
      head = undefined;
      resolve({ send: (text) => void socket.write(maskedFrame(text)), close: () => socket.destroy() });
      return rest.length > 0 ? counted(counter.take(rest), rest.length) : undefined;
    };
    const socket = net.connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (size) => {
          read(shared.subarray(0, size));
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(upgradeRequest(url)));
  });
}

function upgradeRequest({ pathname, search, host }: URL): string {
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ];
  return `${lines.join('\r\n')}${endOfHead}`;
}

/** Clients must mask; a mask of zeros leaves the text unchanged. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const isShort = payload.length < 126;
  if (payload.length > 0xffff) throw new Error('This client only sends short messages.');
  const head = Buffer.alloc(isShort ? 6 : 8);
  head[0] = 0x81;
  head[1] = 0x80 | (isShort ? payload.length : 126);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
