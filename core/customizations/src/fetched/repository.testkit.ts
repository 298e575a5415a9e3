import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A real repository in a temporary folder, gone with the test. */
export class TestRepository {
  readonly path: string;

  constructor(files: Readonly<Record<string, string | object>>) {
    this.path = mkdtempSync(path.join(tmpdir(), 'loggia-repository-'));
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
    this.git('init', '--quiet', '--initial-branch=main');
    this.commit(files);
  }

  /** Returns the commit. */
  commit(files: Readonly<Record<string, string | object>>): string {
    for (const [file, content] of Object.entries(files)) {
      const target = path.join(this.path, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
    }
    this.git('add', '--all');
    const author = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.com'];
    this.git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=Change');
    return this.git('rev-parse', 'HEAD').trim();
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, encoding: 'utf8' });
  }
}
