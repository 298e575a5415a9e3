import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryTree, write } from './temporary-tree.ts';

// Stands in for npm: "installs" a compiler that copies sources, and writes a line for each run.
const npm = `
const fs = require('node:fs');
fs.appendFileSync('journal', 'npm ' + process.argv[2] + '\\n');
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/typescript/bin', { recursive: true });
if (fs.existsSync('hang')) setInterval(() => fs.existsSync('hang') || process.exit(1), 5);
else setTimeout(() => fs.copyFileSync('compiler.js', 'node_modules/typescript/bin/tsc'), 50);
`;
const compiler = `
const fs = require('node:fs');
fs.appendFileSync('journal', 'tsc\\n');
if (fs.readFileSync('presentation/cli/src/main.ts', 'utf8').includes('broken')) process.exit(2);
fs.mkdirSync('presentation/cli/dist', { recursive: true });
for (const file of fs.readdirSync('presentation/cli/src')) {
  fs.copyFileSync('presentation/cli/src/' + file, 'presentation/cli/dist/' + file.replace(/\\.ts$/, '.js'));
}
`;
const main = `export function main(args) { console.log('served', ...args); return 7; }`;

function clone(): string {
  const root = temporaryTree({
    'package.json': JSON.stringify({ type: 'module', workspaces: ['presentation/*'] }),
    'package-lock.json': '{}',
    'tsconfig.json': JSON.stringify({ references: [{ path: './presentation/cli' }] }),
    'presentation/cli/package.json': JSON.stringify({ name: 'cli', type: 'module' }),
    'presentation/cli/src/main.ts': main,
    'compiler.js': compiler,
    'npm/package.json': '{}',
    'npm/npm-cli.js': npm,
  });
  for (const file of ['fingerprint.mjs', 'lock.mjs', 'prepare.mjs', 'start.mjs']) {
    const source = path.join(path.dirname(fileURLToPath(import.meta.url)), file);
    write(root, `tooling/${file}`, fs.readFileSync(source, 'utf8'));
  }
  return root;
}

function launch(root: string, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['tooling/start.mjs', ...args], {
    cwd: root,
    env: { ...process.env, npm_execpath: path.join(root, 'npm', 'npm-cli.js') },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const ended = new Promise<typeof output & { code: number | null }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }));
  });
  return { child, output, ended };
}

function start(root: string, args: readonly string[] = []) {
  return launch(root, args).ended;
}

function journal(root: string): string[] {
  return fs.readFileSync(path.join(root, 'journal'), 'utf8').trim().split('\n');
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('L1: a fresh clone installs, builds and serves; the next start does only the last', async () => {
  const root = clone();
  const first = await start(root, ['--port', '0']);
  expect(first).toMatchObject({ code: 7, stdout: 'served --port 0\n' });
  expect(await start(root)).toEqual({ code: 7, stdout: 'served\n', stderr: '' });
  expect(journal(root)).toEqual(['npm ci', 'tsc']);
});

test('L1: two starts of a fresh clone at once install and build once, and both serve', async () => {
  const root = clone();
  const both = await Promise.all([start(root), start(root)]);
  expect(both.map(({ stdout }) => stdout)).toEqual(['served\n', 'served\n']);
  expect(journal(root)).toEqual(['npm ci', 'tsc']);
});

test('L1: an install that was killed is done again, once what it started has ended', async () => {
  const root = clone();
  write(root, 'hang', '');
  const killed = launch(root);
  await until(() => fs.existsSync(path.join(root, 'node_modules', 'typescript', 'bin')));
  killed.child.kill('SIGKILL');
  const next = launch(root);
  await until(() => next.output.stderr.includes('Waiting'));
  fs.rmSync(path.join(root, 'hang'));
  expect(await next.ended).toMatchObject({ code: 7, stdout: 'served\n' });
  expect(journal(root)).toEqual(['npm ci', 'npm ci', 'tsc']);
});

test('L1: being told to stop during an install ends npm too and leaves no lock', async () => {
  const root = clone();
  write(root, 'hang', '');
  const { child, ended } = launch(root);
  await until(() => fs.existsSync(path.join(root, 'node_modules', 'typescript', 'bin')));
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 1, stdout: '' });
  expect(fs.readdirSync(path.join(root, '.cache'))).toEqual([]);
});

test('L1: changed sources are built again, touched ones are not', async () => {
  const root = clone();
  await start(root);
  fs.utimesSync(path.join(root, 'presentation/cli/src/main.ts'), 1, 1);
  await start(root);
  expect(journal(root)).toEqual(['npm ci', 'tsc']);
  write(root, 'presentation/cli/src/main.ts', main.replace('served', 'changed'));
  expect(await start(root)).toMatchObject({ stdout: 'changed\n' });
  expect(journal(root)).toEqual(['npm ci', 'tsc', 'tsc']);
});

test('L1: what the build left is restored when it is gone, and removed when its source is', async () => {
  const root = clone();
  write(root, 'presentation/cli/src/extra.ts', '');
  await start(root);
  const dist = path.join(root, 'presentation/cli/dist');
  fs.rmSync(path.join(dist, 'extra.js'));
  await start(root);
  expect(fs.readdirSync(dist)).toEqual(['extra.js', 'main.js']);
  fs.rmSync(path.join(root, 'presentation/cli/src/extra.ts'));
  await start(root);
  expect(fs.readdirSync(dist)).toEqual(['main.js']);
});

test('L5: sources that do not build are said so, and built when they do', async () => {
  const root = clone();
  write(root, 'presentation/cli/src/main.ts', 'broken');
  const failed = await start(root);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('do not build');
  write(root, 'presentation/cli/src/main.ts', main);
  expect(await start(root)).toMatchObject({ code: 7, stdout: 'served\n' });
});

test('L1: a host whose npm is killed ends too', async () => {
  const root = clone();
  write(
    root,
    'presentation/cli/src/main.ts',
    `export function main() { setInterval(() => {}, 1000); console.log(process.pid); }`,
  );
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['tooling/start.mjs'], { stdio: 'inherit' })`,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        npm_execpath: path.join(root, 'npm', 'npm-cli.js'),
        npm_lifecycle_event: 'start',
      },
    },
  );
  const ended = new Promise((resolve) => parent.once('close', resolve));
  await new Promise((resolve) => parent.stdout.once('data', resolve));
  parent.kill('SIGKILL');
  // The pipe closes when the last process that holds it is gone.
  expect(await ended).toBe(null);
});
