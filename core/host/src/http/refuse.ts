import type { Duplex } from 'node:stream';

/** Answers on a socket that HTTP has released, and ends it. `status` is code and phrase. */
export function refuse(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ error: message });
  const lines = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}
