import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';

test('B4: a server writes with the umask that the host was started with, the host for its owner alone', async () => {
  using output = new DataDirectory();
  const written = path.join(output.path, 'umask');
  // Not a server at all: what it does before it fails is enough.
  using data = new DataDirectory({
    mcpServers: { mask: { command: 'sh', args: ['-c', `umask > '${written}'`] } },
  });
  await using host = await HostProcess.start(data);
  const api = new Api(() => host.endpoint);
  void api.call('startServer', { server: 'mask' }).catch(() => {});
  await until('it has run', () => existsSync(written) && readFileSync(written, 'utf8') !== '');
  const own = process.umask();
  expect(Number.parseInt(readFileSync(written, 'utf8'), 8)).toBe(own);
  expect(statSync(written).mode & 0o777).toBe(0o666 & ~own);
  expect(statSync(path.join(data.path, 'loggia.db')).mode & 0o077).toBe(0);
});
