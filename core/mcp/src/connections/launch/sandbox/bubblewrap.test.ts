import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Bubblewrap } from './bubblewrap.ts';

function folderWith(program?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'loggia-bwrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (program !== undefined) {
    writeFileSync(path.join(folder, 'bwrap'), program);
    chmodSync(path.join(folder, 'bwrap'), 0o755);
  }
  return folder;
}

it('SE14: says that it is not installed, and what to install', async () => {
  expect(await new Bubblewrap(folderWith(), 'linux').sandboxing()).toEqual({
    available: false,
    problem: "Servers can't be sandboxed here, because bubblewrap isn't installed.",
    advice: 'Install the package "bubblewrap", or remove "sandbox" from the settings of the server.',
  });
});

it('SE14: says why it does not work where the system refuses it', async () => {
  const refusing = '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n';
  expect(await new Bubblewrap(folderWith(refusing), 'linux').sandboxing()).toEqual({
    available: false,
    problem:
      "Servers can't be sandboxed here, because bubblewrap doesn't work: bwrap: No permissions to create new namespace.",
    advice:
      'Allow unprivileged user namespaces on this system, or remove "sandbox" from the settings of the server.',
  });
});

it('SE14: works with versions that do not know every option', async () => {
  const older = '#!/bin/sh\nfor each; do [ "$each" != --disable-userns ] || exit 1; done\n';
  const folder = folderWith(older);
  const found = await new Bubblewrap(folder, 'linux').sandboxing();
  expect(found).toMatchObject({ available: true, program: path.join(folder, 'bwrap') });
});

it('SE14: is found once it has been installed', async () => {
  const folder = folderWith();
  const bubblewrap = new Bubblewrap(folder, 'linux');
  expect(await bubblewrap.sandboxing()).toMatchObject({ available: false });
  writeFileSync(path.join(folder, 'bwrap'), '#!/bin/sh\n');
  chmodSync(path.join(folder, 'bwrap'), 0o755);
  expect(await bubblewrap.sandboxing()).toMatchObject({ available: true });
});

it('SE14: is for Linux', async () => {
  expect(await new Bubblewrap('/usr/bin', 'darwin').sandboxing()).toMatchObject({
    available: false,
    problem: 'Servers can be sandboxed on Linux only.',
  });
});
