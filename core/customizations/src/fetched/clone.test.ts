import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clone } from './clone.ts';
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.ts';
import { gitAddress, type GitAddress } from './git-address.ts';
import { TestRepository } from './repository.testkit.ts';

/** Git is a process of its own, and several start in each test. */
const patient = { timeout: 60_000 };

interface Trial {
  readonly ref?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<FetchLimits>;
  readonly signal?: AbortSignal;
}

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'loggia-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function cloned(from: GitAddress, trial: Trial = {}) {
  const target = path.join(temporary(), 'target');
  mkdirSync(target);
  const { env = process.env, signal = new AbortController().signal } = trial;
  const limits = { ...defaultFetchLimits, ...trial.limits };
  const done = await clone(from, trial.ref, target, { env, signal, limits }).then(
    (commit) => ({ commit }),
    (failure: unknown) => ({ failure }),
  );
  return { target, ...done };
}

test('D3: the newest files of a repository are fetched, and nothing of Git stays', patient, async () => {
  const repository = new TestRepository({ 'plugin.json': '{"name":"old"}' });
  const old = repository.git('rev-parse', 'HEAD').trim();
  const commit = repository.commit({ 'plugin.json': '{"name":"new"}', 'skills/a/SKILL.md': 'A' });
  repository.git('branch', 'first', old);
  const newest = await cloned(gitAddress(repository.path));
  expect(newest).toMatchObject({ commit });
  expect(readdirSync(newest.target).sort()).toEqual(['plugin.json', 'skills']);
  expect(await cloned(gitAddress(repository.path), { ref: 'first' })).toMatchObject({ commit: old });
});

test('H5: neither hooks of the user nor submodules run or are fetched', patient, async () => {
  const inner = new TestRepository({ 'inner.txt': 'inner' });
  const repository = new TestRepository({ 'plugin.json': '{}' });
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'inner');
  repository.commit({ 'a.txt': 'a' });
  const home = temporary();
  const ran = path.join(home, 'ran');
  const hook = path.join(home, 'hooks', 'post-checkout');
  mkdirSync(path.dirname(hook));
  writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(hook, 0o755);
  writeFileSync(
    path.join(home, '.gitconfig'),
    `[core]\n\thooksPath = ${path.dirname(hook)}\n[submodule]\n\trecurse = true\n`,
  );
  const { target, ...done } = await cloned(gitAddress(repository.path), {
    env: { ...process.env, HOME: home },
  });
  expect(done).toMatchObject({ commit: expect.any(String) });
  expect(existsSync(ran)).toBe(false);
  expect(readdirSync(path.join(target, 'inner'))).toEqual([]);
});

test('H5: Git itself is held to the protocols, whatever the address says', patient, async () => {
  const ran = path.join(temporary(), 'ran');
  const address = `ext::sh -c touch% ${ran}`;
  const hostile = { address, shown: address, protocols: 'https', name: 'x' };
  expect(await cloned(hostile)).toMatchObject({ failure: { name: 'FetchRefused' } });
  const repository = new TestRepository({ 'plugin.json': '{}' });
  const local = { ...gitAddress(repository.path), protocols: 'https' };
  expect(await cloned(local)).toMatchObject({
    failure: { message: expect.stringContaining("transport 'file' not allowed") },
  });
  expect(existsSync(ran)).toBe(false);
});

test('L5: what can go wrong says what to do', patient, async () => {
  const repository = new TestRepository({ 'plugin.json': '{}' });
  const from = gitAddress(repository.path);
  expect(await cloned(from, { env: { PATH: temporary() } })).toMatchObject({
    failure: { message: expect.stringMatching(/^Git isn't installed on the host\. Install it/) },
  });
  expect(
    await cloned(gitAddress('https://127.0.0.1:1/tools.git'), { env: { PATH: process.env['PATH'] } }),
  ).toMatchObject({
    failure: {
      message: expect.stringMatching(
        /^Git couldn't fetch https:\/\/127\.0\.0\.1:1\/tools\.git: .+\. Check the address/,
      ),
    },
  });
  expect(await cloned(from, { ref: 'nowhere' })).toMatchObject({
    failure: { message: expect.stringContaining('Remote branch nowhere not found') },
  });
});

/** A program in the place of Git that never ends by itself. */
function stuckGit(): { PATH: string } {
  const folder = temporary();
  writeFileSync(
    path.join(folder, 'git'),
    '#!/bin/sh\nfor last; do :; done\nhead -c 3000000 /dev/zero > "$last/pack"\nexec sleep 600\n',
  );
  chmodSync(path.join(folder, 'git'), 0o755);
  return { PATH: `${folder}:${process.env['PATH']}` };
}

test('J7, L5: Git is ended when it takes too long, fetches too much, or is canceled', patient, async () => {
  const from = gitAddress('https://example.com/tools.git');
  const env = stuckGit();
  expect(await cloned(from, { env, limits: { gitMs: 100 } })).toMatchObject({
    failure: { message: expect.stringContaining("Git didn't finish within") },
  });
  expect(await cloned(from, { env, limits: { maxBytes: 2_000_000 } })).toMatchObject({
    failure: { message: expect.stringContaining('The repository is larger than 2 MB') },
  });
  const canceled = AbortSignal.abort(new Error('Enough.'));
  expect(await cloned(from, { env, signal: canceled })).toMatchObject({ failure: { message: 'Enough.' } });
});
