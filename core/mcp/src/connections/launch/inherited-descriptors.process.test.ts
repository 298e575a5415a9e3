import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const built = fileURLToPath(new URL('../../../dist/connections/launch/spawned.js', import.meta.url));
const program = fileURLToPath(import.meta.url);

it('SE8: a descriptor beyond the limit on open files keeps no server from starting, but every sandbox', async () => {
  const script = `
    import { spawned } from ${JSON.stringify(built)};
    import { refuseLastingDescriptors } from ${JSON.stringify(built.replace('spawned.js', 'inherited-descriptors.js'))};
    try { refuseLastingDescriptors(); } catch (error) { process.stdout.write(error.message + '\\n'); }
    (await spawned(['/bin/echo', 'started'], {})).stdout.pipe(process.stdout);`;
  const held = openSync(program, 'r');
  const limited = ['--nofile=128:128', process.execPath, '--input-type=module', '-e', script];
  const child = spawn('prlimit', limited, {
    stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 200 }, () => 'ignore' as const), held],
  });
  closeSync(held);
  expect(await text(child.stdout!)).toBe(
    'The host was started with files open beyond its limit, and a sandbox would show them. Raise its limit on open files, or start it without them.\nstarted\n',
  );
});

it('SE14: a descriptor that the host was started with does not reach its servers', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { spawned } from ${JSON.stringify(built)};
    const list = ['/bin/sh', '-c', 'ls -l /proc/self/fd'];
    const plain = spawn(list[0], list.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] });
    plain.on('close', async () => {
      process.stdout.write('=====');
      (await spawned(list, {})).stdout.pipe(process.stdout);
    });`;
  const held = openSync(program, 'r');
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    // Beyond the first free number, where Node stops looking.
    stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 40 }, () => 'ignore' as const), held],
  });
  closeSync(held);
  const [plain, spawned] = (await text(child.stdout!)).split('=====');
  expect(plain).toContain(program);
  expect(spawned).toContain('/dev/null');
  expect(spawned).not.toContain(program);
});
