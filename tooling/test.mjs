// `npm test`: prepares the clone, runs every test, and ends with one plain line of counts. `--no-browser` leaves out
// the tests in a browser.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromiumForTests } from './chromium.mjs';
import { prepare, root, runCommand } from './prepare.mjs';

/** @param {string} file */
function readCounts(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // The runner died before it could report.
    return { passed: 0, failed: 1, skipped: 0, inBrowser: 0 };
  }
}

const given = process.argv.slice(2).filter((word) => word !== '--no-browser');
const isWithoutBrowser = process.argv.includes('--no-browser');
const namesProjects = given.some((word) => word.startsWith('--project'));

/** Everything except the tests of `npm run stress`, unless projects are named. */
function projects() {
  if (namesProjects) return given;
  const names = ['unit', 'process', ...(isWithoutBrowser ? [] : ['browser'])];
  return [...names.flatMap((name) => ['--project', name]), ...given];
}

/** @returns {Promise<Record<string, string>>} */
async function browserSettings() {
  if (namesProjects && !given.some((word) => word.includes('browser'))) return {};
  if (!isWithoutBrowser) return { CHROMIUM: await chromiumForTests() };
  process.stdout.write('Tests in a browser are left out.\n');
  return {};
}

await runCommand(async () => {
  await prepare();
  const browser = await browserSettings();
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
        ...projects(),
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...browser, LOGGIA_TEST_COUNTS: counts } },
    );
    // The runner is in our process group and gets these itself; we stay to report.
    process.on('SIGINT', () => {}).on('SIGTERM', () => child.kill('SIGTERM'));
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    const { passed, failed, skipped, inBrowser } = readCounts(counts);
    // A part of the tests may have none; all of them without one would mean that the browser wasn't used.
    const isComplete = given.length > 0 || isWithoutBrowser || inBrowser > 0;
    if (inBrowser > 0 || !isComplete) process.stdout.write(`${inBrowser} tests passed in a browser.\n`);
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    process.exitCode = code === 0 && failed === 0 && isComplete ? 0 : 1;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
});
