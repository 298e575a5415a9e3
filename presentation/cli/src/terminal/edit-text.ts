import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Undefined where the editor cannot be started or says that it failed. It gets the terminal until it is closed. */
export async function editText(editor: string, text: string): Promise<string | undefined> {
  const [program = '', ...args] = editor.trim().split(/\s+/);
  if (program === '') return undefined;
  // The input of a tool may be a secret: a directory that only its owner may enter.
  const directory = await mkdtemp(path.join(os.tmpdir(), 'loggia-edit-'));
  try {
    const file = path.join(directory, 'input.json');
    await writeFile(file, text, { mode: 0o600 });
    return (await runs(program, [...args, file])) ? await readFile(file, 'utf8') : undefined;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function runs(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  }).catch(() => false);
}
