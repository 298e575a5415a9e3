import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { SmallDisk } from './src/process/small-disk.ts';

const hostModule = new URL('../core/host/dist/main.js', import.meta.url);
const texts = ['the first text', 'the second text', 'the third text'];

let elsewhere: string;
let backup: string;

beforeEach(() => {
  elsewhere = mkdtempSync(path.join(os.tmpdir(), 'loggia-restore-'));
  backup = path.join(elsewhere, 'monday');
});

afterEach(() => rmSync(elsewhere, { recursive: true, force: true }));

/** A data directory that goes together with everything that a restore leaves beside it. */
class Restorable extends DataDirectory {
  get partial(): string {
    return `${this.path}.partial`;
  }

  get asides(): string[] {
    const start = `${path.basename(this.path)}.before-restore-`;
    const names = readdirSync(path.dirname(this.path)).filter((name) => name.startsWith(start));
    return names.map((name) => path.join(path.dirname(this.path), name));
  }

  override [Symbol.dispose](): void {
    for (const folder of [this.partial, ...this.asides]) rmSync(folder, { recursive: true, force: true });
    super[Symbol.dispose]();
  }
}

/** Fills a host with a session and artifacts, backs it up, adds another artifact, and stops it. */
async function filled(data: DataDirectory): Promise<void> {
  await using host = await HostProcess.start(data);
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const create = (text: string) =>
    api.create({ workspace, type: 'text/plain', title: text, content: { text } });
  for (const text of texts) await create(text);
  expect(await loggia(data, ['chat', 'Remember this sentence'])).toMatchObject({ code: 0 });
  expect(await loggia(data, ['backup', backup])).toMatchObject({ code: 0, stderr: '' });
  await create('written after the backup');
  const refused = await loggia(data, ['restore', backup]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `loggia: A host is using ${data.path} (process ${host.pid}). Stop it, and run the restore again. Nothing was changed.\n`,
  );
  await host.terminate();
}

interface Seen {
  readonly texts: string[];
  readonly sessions: number;
}

/** Starts a host on the data, and reads what people would see of it. */
async function seen(data: DataDirectory): Promise<Seen> {
  await using host = await HostProcess.start(data);
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const found: string[] = [];
  for (const { id, title } of await api.artifacts(workspace)) {
    const text = await (await api.fetch(`artifacts/${id}/content`)).text();
    if (text === title) found.push(text);
  }
  const { sessions } = JSON.parse((await loggia(data, ['sessions', 'list', '--json'])).stdout) as {
    sessions: { resource: string }[];
  };
  for (const { resource } of sessions)
    expect((await loggia(data, ['sessions', 'export', resource])).stdout).toContain('Remember this sentence');
  await host.terminate();
  return { texts: found.toSorted(), sessions: sessions.length };
}

const asBackedUp: Seen = { texts: texts.toSorted(), sessions: 1 };
const asBefore: Seen = { texts: [...texts, 'written after the backup'].toSorted(), sessions: 1 };

test('L7: a host on a restored backup shows its sessions, artifacts and contents', async () => {
  using data = new Restorable();
  await filled(data);
  const over = await loggia(data, ['restore', backup]);
  expect(over).toMatchObject({ code: 0, stderr: '' });
  const [aside = ''] = data.asides;
  expect(over.stdout).toContain(`to ${data.path} (`);
  expect(over.stdout).toContain(`The earlier data is in ${aside}. To go back, stop the host, move`);
  expect(over.stdout).toContain('so the earlier key was kept');
  expect(readFileSync(path.join(data.path, 'key'))).toEqual(readFileSync(path.join(aside, 'key')));
  expect(await seen(data)).toEqual(asBackedUp);

  using empty = new Restorable();
  rmSync(empty.path, { recursive: true });
  const ran = await loggia(data, ['restore', backup, '--data', empty.path, '--json']);
  expect(JSON.parse(ran.stdout)).toMatchObject({ directory: empty.path, key: 'missing', damaged: [] });
  expect(empty.asides).toEqual([]);
  expect(await seen(empty)).toEqual(asBackedUp);
});

test('SE11: a damaged backup is named, and the host goes on with its data', async () => {
  using data = new Restorable();
  await filled(data);
  const content = readdirSync(path.join(backup, 'content'), { recursive: true, withFileTypes: true });
  const file = content.find((entry) => entry.isFile());
  const damaged = path.join(file?.parentPath ?? '', file?.name ?? '');
  appendFileSync(damaged, 'x');
  const ran = await loggia(data, ['restore', backup]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain(`${path.relative(backup, damaged)} is damaged\nNothing was changed.`);
  expect([existsSync(data.partial), data.asides]).toEqual([false, []]);
  expect(await seen(data)).toEqual(asBefore);
});

/** Runs a restore in a process that ends itself with SIGKILL when it comes to this step. */
async function killedAt(step: string, data: DataDirectory): Promise<void> {
  const script = `
    const { url, backup, dataDirectory, at } = JSON.parse(process.env.WORK);
    const { restoreBackup } = await import(url);
    const progress = (step) => step === at && process.kill(process.pid, 'SIGKILL');
    await restoreBackup({ backup, dataDirectory, now: Date.now(), progress });
  `;
  const work = JSON.stringify({ url: hostModule.href, backup, dataDirectory: data.path, at: step });
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'], WORK: work },
  });
  const signal = await new Promise((resolve) => child.once('close', (_code, sent) => resolve(sent)));
  expect([step, signal]).toEqual([step, 'SIGKILL']);
}

test(
  'L7: a restore that is killed at any step leaves the old or the new data, and can be run again',
  { timeout: 240_000 },
  async () => {
    using data = new Restorable();
    await filled(data);
    for (const step of ['checking', 'copying', 'examining', 'settingAside']) {
      await killedAt(step, data);
      expect([step, existsSync(data.partial), data.asides]).toEqual([step, true, []]);
    }
    expect(await seen(data)).toEqual(asBefore);

    await killedAt('puttingInPlace', data);
    const [aside = ''] = data.asides;
    expect([existsSync(data.path), existsSync(data.partial)]).toEqual([false, true]);
    await using host = HostProcess.launch(data);
    expect(await host.ended).toMatchObject({ code: 1 });
    expect(host.stderr).toContain(`run "loggia restore BACKUP --data ${data.path}" again`);
    expect(host.stderr).toContain(`To go back to the earlier data, rename ${aside} to ${data.path}.`);
    expect(existsSync(data.path)).toBe(false);

    const again = await loggia(data, ['restore', backup]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain('so the earlier key was kept');
    expect(data.asides).toEqual([aside]);
    expect(await seen(data)).toEqual(asBackedUp);

    await killedAt('finishing', data);
    expect(data.asides).toHaveLength(2);
    expect(await seen(data)).toEqual(asBackedUp);
  },
);

test('L7: a mount point can’t be restored to, and the advice works', async (context) => {
  using data = new Restorable();
  await filled(data);
  using mounted = new Restorable();
  using disk = new SmallDisk(mounted);
  context.skip(!disk.isMounted, 'File systems can’t be mounted here.');
  const ran = await loggia(data, ['restore', backup, '--data', mounted.path]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  const inside = path.join(mounted.path, 'data');
  expect(ran.stderr).toContain(`it is a mount point, so your data is unchanged. Restore to a folder inside`);
  expect(ran.stderr).toContain(`--data ${inside},`);
  expect(existsSync(mounted.partial)).toBe(false);
  disk.fill(process.pid);
  const full = await loggia(data, ['restore', backup, '--data', inside]);
  expect(full).toMatchObject({ code: 1, stdout: '' });
  expect(full.stderr).toContain('There isn’t enough space on the disk');
  expect(existsSync(`${inside}.partial`)).toBe(false);
  disk.free(process.pid);
  expect(await loggia(data, ['restore', backup, '--data', inside])).toMatchObject({ code: 0, stderr: '' });
});
