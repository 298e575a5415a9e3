import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Kernel } from '@loggia/kernel';
import { type Notebook, notebookKind, SeededRandom } from '@loggia/testing/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '../lock-directory.ts';
import { eventLoopScheduler } from '../system/event-loop-scheduler.ts';
import { systemClock } from '../system/system-clock.ts';
import { openSqliteStore } from './open-sqlite-storage.ts';

const program = createRequire(import.meta.url).resolve('@loggia/testing/append-until-killed');
let directory: string;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-kill-'));
});

afterEach(() => fs.rmSync(directory, { recursive: true }));

/** Runs the program and kills it some time after its first acknowledgement. */
async function appendUntilKilled(afterMs: number): Promise<{ seq: number; title: number }[]> {
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let killer: ReturnType<typeof setTimeout> | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    killer ??= setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  clearTimeout(killer);
  // The last line may have been cut off by the kill.
  const lines = output.slice(0, output.lastIndexOf('\n')).split('\n');
  return lines.map((line) => {
    const [seq, title] = line.split(' ');
    return { seq: Number(seq), title: Number(title) };
  });
}

test('ST12: what was acknowledged survives kill -9, and numbers continue', async () => {
  const random = new SeededRandom(12);
  let newest = { seq: 0, title: 0 };
  for (let round = 0; round < 8; round++) {
    const acknowledged = await appendUntilKilled(random.between(0, 250));
    const first = acknowledged[0];
    const last = acknowledged.at(-1);
    if (first === undefined || last === undefined) throw new Error('The program acknowledged nothing.');
    expect(first.seq).toBeGreaterThan(newest.seq);
    expect(first.title).toBe(newest.title + 1);
    expect(acknowledged.map(({ title }) => title)).toEqual(
      Array.from(acknowledged, (_, index) => first.title + index),
    );
    newest = await checkAgainst(acknowledged);
    expect(newest.seq).toBeGreaterThanOrEqual(last.seq);
    expect(newest.title).toBeGreaterThanOrEqual(last.title);
  }
});

/** Opens the files the program left behind. The lock of a killed process must not block this. */
async function checkAgainst(acknowledged: readonly { seq: number; title: number }[]) {
  const lock = lockDirectory(directory);
  const store = openSqliteStore(path.join(directory, 'loggia.db'));
  const kernel = await Kernel.open({
    store,
    kinds: [notebookKind],
    clock: systemClock,
    scheduler: eventLoopScheduler,
  });
  const channel = await kernel.load<Notebook>('notebook:/log');
  const { trimmedThrough } = await store.position();
  const replay = await kernel.replay(Math.max(1, trimmedThrough), ['notebook:/log']);
  const stored = new Map(replay?.entries.map(({ seq, json }) => [seq, json]));
  for (const { seq, title } of acknowledged.filter((entry) => entry.seq > trimmedThrough)) {
    expect(JSON.parse(stored.get(seq) ?? 'null')).toMatchObject({
      serverSeq: seq,
      action: { title: String(title) },
    });
  }
  const found = { seq: kernel.seq, title: Number(channel?.state.title) };
  await kernel.close();
  lock.release();
  return found;
}
