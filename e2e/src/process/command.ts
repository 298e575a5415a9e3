import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataDirectory } from './host-process.ts';

const program = path.join(
  fileURLToPath(new URL('../../../', import.meta.url)),
  'presentation/cli/dist/main.js',
);

export interface Answered {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built `loggia` command against a running host. `watch` sees what it writes while it runs. */
export function loggia(
  data: DataDirectory,
  words: readonly string[],
  watch: (text: string) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LOGGIA_DATA: data.path, NO_COLOR: '1', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    watch(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    watch(text);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
