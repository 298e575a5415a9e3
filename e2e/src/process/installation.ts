import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = path.join(repository, 'node_modules/typescript/bin/tsc');

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A folder outside the repository, with the packages as people install them. */
export class Installation implements Disposable {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-installed-'));

  /** Packs everything, and installs it with what an author needs besides. */
  static async create(...others: readonly string[]): Promise<Installation> {
    const installation = new Installation();
    try {
      const packed = path.join(installation.folder, 'packed');
      installation.write('package.json', '{ "name": "empty", "private": true, "type": "module" }');
      await installation.#must(process.execPath, path.join(repository, 'tooling/pack.mjs'), packed);
      const tarballs = readdirSync(packed).map((name) => path.join(packed, name));
      const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await installation.#must('npm', 'install', ...flags, ...tarballs, ...others);
      return installation;
    } catch (error) {
      installation[Symbol.dispose]();
      throw error;
    }
  }

  /** The command, as npm links it. */
  get command(): URL {
    return pathToFileURL(path.join(this.folder, 'node_modules/.bin/loggia'));
  }

  write(file: string, text: string): string {
    const where = path.join(this.folder, file);
    writeFileSync(where, text);
    return where;
  }

  loggia(...words: readonly string[]): Promise<Ran> {
    return this.node(fileURLToPath(this.command), ...words);
  }

  /** Checks the types of these files strictly, and compiles them beside themselves. */
  compile(...files: readonly string[]): Promise<Ran> {
    const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
    return this.node(compiler, '--strict', '--exactOptionalPropertyTypes', ...target, ...files);
  }

  async mustCompile(...files: readonly string[]): Promise<void> {
    const { code, output } = await this.compile(...files);
    if (code !== 0) throw new Error(`${files.join(', ')} doesn't compile: ${output}`);
  }

  node(...words: readonly string[]): Promise<Ran> {
    return this.#run(process.execPath, words);
  }

  async #must(command: string, ...words: readonly string[]): Promise<void> {
    const { code, output } = await this.#run(command, words);
    if (code !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${output}`);
  }

  #run(command: string, words: readonly string[]): Promise<Ran> {
    const child = spawn(command, words, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve({ code, output }));
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
