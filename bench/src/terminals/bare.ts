import { spawn } from '@lydell/node-pty';
import { openBareServer } from '../wire/bare-server.ts';

/** A shell in a pseudo-terminal, and a socket that passes keys to it and its output back: nothing else. */
export async function openTerminalBare() {
  return {
    async open({ cwd }: { cwd: string }): Promise<{ url: string }> {
      const { url } = await openBareServer((socket) => {
        const pty = spawn('/bin/sh', [], { cols: 80, rows: 24, cwd });
        pty.onData((data) => socket.send(data));
        socket.on('message', (data) => pty.write((data as Buffer).toString()));
        socket.on('close', () => pty.kill());
      });
      return { url };
    },
  };
}
