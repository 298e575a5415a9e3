import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';

let elsewhere: string;

beforeEach(() => {
  elsewhere = mkdtempSync(path.join(os.tmpdir(), 'loggia-backup-'));
});

afterEach(() => rmSync(elsewhere, { recursive: true, force: true }));

async function uploaded(api: Api, workspace: string, title: string, text: string): Promise<string> {
  const params = { workspace, type: 'text/plain', title, content: { text } };
  return (await api.create(params)).id;
}

test(
  'SE11: a backup that was made under load is whole, and a host that is started on it has everything',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    const api = new Api(() => data.endpoint());
    const made: string[] = [];
    let before = 0;
    let workspace = '';
    const target = path.join(elsewhere, 'monday');
    {
      await using host = await HostProcess.start(data);
      workspace = (await api.firstWorkspace()).id;
      for (let index = 0; index < 40; index++) {
        made.push(await uploaded(api, workspace, `Artifact ${index}`, `text number ${index}`));
      }
      before = made.length;
      const backedUp = new AbortController();
      const load = (async () => {
        for (let index = 0; !backedUp.signal.aborted; index++)
          made.push(await uploaded(api, workspace, `Later ${index}`, `later text ${index}`));
      })();
      const ran = await loggia(data, ['backup', target]);
      backedUp.abort();
      await load;
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      expect(ran.stdout).toMatch(/Copied to .*monday .*doesn’t contain the key to stored secrets/s);
      expect(existsSync(`${target}.partial`)).toBe(false);
      expect(readdirSync(target)).not.toContain('key');
      expect(readdirSync(target)).not.toContain('token');
      const again = await loggia(data, ['backup', target]);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
      const inside = await loggia(data, ['backup', path.join(data.path, 'copy')]);
      expect([inside.code, inside.stderr]).toEqual([1, expect.stringContaining('in the data directory')]);
      expect(await host.terminate()).toEqual({ code: 0, signal: null });
    }
    using restored = new DataDirectory();
    cpSync(target, restored.path, { recursive: true });
    await using host = await HostProcess.start(restored);
    const back = new Api(() => restored.endpoint());
    for (const [index, id] of made.slice(0, before).entries()) {
      expect(await (await back.fetch(`artifacts/${id}/content`)).text()).toBe(`text number ${index}`);
    }
    const deep = await loggia(restored, ['doctor', '--deep']);
    expect(deep.stdout).toMatch(/The database is intact.*stored contents are intact/s);
    expect(deep.code).toBe(0);
    await host.terminate();
  },
);

test('SE11: doctor --deep names what is damaged, with and without a host', { timeout: 120_000 }, async () => {
  using data = new DataDirectory();
  const api = new Api(() => data.endpoint());
  {
    await using host = await HostProcess.start(data);
    const { id: workspace } = await api.firstWorkspace();
    await uploaded(api, workspace, 'Damaged one', 'the text of the damaged one');
    await uploaded(api, workspace, 'Missing one', 'the text of the missing one');
    await uploaded(api, workspace, 'Whole one', 'the text of the whole one');
    const files = readdirSync(path.join(data.path, 'content'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const holding = (text: string) => files.find((file) => readFileSync(file, 'utf8').includes(text)) ?? '';
    const [damaged, missing] = [holding('damaged one'), holding('missing one')];
    writeFileSync(damaged, 'something else of any length');
    rmSync(missing);
    const { code, stdout } = await loggia(data, ['doctor', '--deep']);
    expect(code).toBe(1);
    expect(stdout).toContain('The content of "Damaged one" is damaged.');
    expect(stdout).toContain('The content of "Missing one" is missing.');
    expect(stdout).not.toContain('Whole one');
    const id = (await api.artifacts(workspace)).find(({ title }) => title === 'Damaged one')?.id ?? '';
    const response = await api.fetch(`artifacts/${id}/content`).catch(() => undefined);
    const body = await response?.text().catch(() => 'broken off');
    expect(body).not.toBe('something else of any length');
    await host.terminate();
  }
  const whole = await loggia(data, ['doctor', '--deep']);
  expect(whole.stdout).toContain('The content of "Damaged one" is damaged.');
  const file = path.join(data.path, 'loggia.db');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, 4096 * 3, 4096 * 6));
  const broken = await loggia(data, ['doctor', '--deep']);
  expect(broken.stdout).toMatch(/loggia\.db is damaged/);
  expect(broken.stderr).not.toMatch(/panicked/);
});
