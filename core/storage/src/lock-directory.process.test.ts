import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from './lock-directory.ts';

const program = createRequire(import.meta.url).resolve('@loggia/testing/append-until-killed');
let directory: string;
let children: ChildProcess[];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-lock-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(ended));
  fs.rmSync(directory, { recursive: true });
});

interface Outcome {
  readonly child: ChildProcess;
  /** Its standard error before it gave up; undefined if it got to work. */
  readonly complaint: string | undefined;
}

function start(): Promise<Outcome> {
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return new Promise((resolve) => {
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.stdout.once('data', () => resolve({ child, complaint: undefined }));
    child.once('close', () => resolve({ child, complaint }));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

test('ST13: of several that start at once exactly one gets the directory', async () => {
  const outcomes = await Promise.all(Array.from({ length: 5 }, start));
  const owners = outcomes.filter(({ complaint }) => complaint === undefined);
  expect(owners).toHaveLength(1);
  const complaints = outcomes.flatMap(({ complaint }) => complaint ?? []);
  for (const complaint of complaints) expect(complaint).toContain('DirectoryInUse');
});

test('ST13: another process is named, and kill -9 makes room at once', async () => {
  const { child, complaint } = await start();
  expect(complaint).toBeUndefined();
  let refused: unknown;
  try {
    lockDirectory(directory);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(DirectoryInUse);
  expect(refused).toMatchObject({ directory, pid: child.pid });
  await ended(child);
  lockDirectory(directory).release();
});
