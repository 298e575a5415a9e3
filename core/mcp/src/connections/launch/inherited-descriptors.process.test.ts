import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const built = fileURLToPath(new URL('../../../dist/connections/launch/spawned.js', import.meta.url));
const program = fileURLToPath(import.meta.url);

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
    // Beyond the first free one, where Node no longer looks.
    stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 40 }, () => 'ignore' as const), held],
  });
  closeSync(held);
  const [plain, spawned] = (await text(child.stdout!)).split('=====');
  expect(plain).toContain(program);
  expect(spawned).toContain('/dev/null');
  expect(spawned).not.toContain(program);
});
