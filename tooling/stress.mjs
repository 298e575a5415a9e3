/**
 * Tests that take minutes: a thousand simulated runs, thirty kills under load and many damaged databases, of which
 * `npm test` has short versions; then Views of others and the longest tests of the shell in a browser, floods by
 * servers and Views, texts that are slow to render, and a call that takes longer than clients usually wait.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromiumForTests } from './chromium.mjs';
import { runCommand } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['simulation', 'kill', 'kill-artifacts', 'deliveries', 'damaged-database'].map(
  (name) => `e2e/${name}.test.ts`,
);

await runCommand(async () => {
  const browser = { CHROMIUM: await chromiumForTests() };
  run('node', ['tooling/prepare.mjs', '--build'], {});
  run('npx', ['vitest', 'run', '--project', 'process', ...files], {});
  run('npx', ['vitest', 'run', '--project', 'browser-long'], browser);
  run('npx', ['vitest', 'run', '--project', 'long'], browser);
});

/**
 * @param {string} command
 * @param {readonly string[]} words
 * @param {Record<string, string>} settings
 */
function run(command, words, settings) {
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...settings, LOGGIA_STRESS: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
