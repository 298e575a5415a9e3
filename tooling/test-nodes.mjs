// `npm run test:nodes`: runs the unit tests, and tests that start the product, with newer versions of Node than the
// oldest supported one, which `npm test` usually runs with. npm fetches their programs into .cache/nodes.
//   npm run test:nodes             Node 22 and 24
//   npm run test:nodes -- 24       only this one

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PrepareError, prepare, root, runCommand } from './prepare.mjs';

const majors = ['22', '24'];

/** Tests of the host's storage, processes, sockets and servers, none of which installs or builds anything. */
const withProcesses = [
  'core/storage/src/sqlite/kill.process.test.ts',
  'core/host/src/main.process.test.ts',
  'e2e/backup.test.ts',
  'e2e/first-minute.test.ts',
  'e2e/product.test.ts',
  'e2e/terminals.test.ts',
];

await runCommand(async () => {
  const given = process.argv.slice(2);
  const unknown = given.find((word) => !majors.includes(word));
  if (unknown !== undefined) {
    throw new PrepareError(`"${unknown}" isn't a version that can be tested. Name ${majors.join(' or ')}.`);
  }
  await prepare();
  for (const major of given.length > 0 ? given : majors) testWith(fetchNode(major));
});

/**
 * @param {string} major
 * @returns {string} the program
 */
function fetchNode(major) {
  const folder = path.join(root, '.cache', 'nodes', major);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const program = path.join(folder, 'node_modules', name, 'bin', file);
  fs.mkdirSync(folder, { recursive: true });
  // npm would otherwise install into the nearest folder above that has a manifest.
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const { status } = spawnSync('npm', ['install', '--silent', '--no-save', `${name}@${major}`], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !fs.existsSync(program)) {
    throw new PrepareError(`npm couldn't fetch Node ${major} (${name}). Check the network, and try again.`);
  }
  return program;
}

/** @param {string} program */
function testWith(program) {
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`Testing with Node ${version}.\n`);
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  // Child processes that run "node" must get the same one.
  const search = [path.dirname(program), process.env['PATH']].join(path.delimiter);
  for (const words of [
    ['--project', 'unit'],
    ['--project', 'process', ...withProcesses],
  ]) {
    const { status } = spawnSync(program, [vitest, 'run', ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: search },
    });
    if (status !== 0) throw new PrepareError(`Tests failed with Node ${version}.`);
  }
}
