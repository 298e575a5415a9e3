// `npm test`: prepares the clone, runs every test, and ends with one plain line of counts.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepare, root, runCommand } from './prepare.mjs';

/** @param {string} file */
function readCounts(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // The runner died before it could report.
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Everything except the tests of `npm run stress`, unless projects are named.
 * @param {string[]} given
 */
function projects(given) {
  if (given.some((word) => word.startsWith('--project'))) return given;
  return [...['unit', 'process', 'browser'].flatMap((name) => ['--project', name]), ...given];
}

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

await runCommand(async () => {
  await prepare();
  if (!fs.existsSync(chromium)) {
    process.stdout.write(
      `Browser tests are skipped: there is no Chromium at ${chromium}. Install one, or set CHROMIUM to its path.\n`,
    );
  }
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-test-'));
  const counts = path.join(scratch, 'counts.json');
  try {
    const child = spawn(
      process.execPath,
      [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${path.join(root, 'tooling', 'count-reporter.mjs')}`,
        ...projects(process.argv.slice(2)),
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, LOGGIA_TEST_COUNTS: counts } },
    );
    // The runner is in our process group and gets these itself; we stay to report.
    process.on('SIGINT', () => {}).on('SIGTERM', () => child.kill('SIGTERM'));
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    const { passed, failed, skipped } = readCounts(counts);
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    process.exitCode = code === 0 && failed === 0 ? 0 : 1;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
});
