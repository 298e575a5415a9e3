// Compares the public interface of the libraries with the reports in their folders, `api-report.txt`: a change of what
// people build on must be seen. `--update` writes the reports.

import fs from 'node:fs';
import path from 'node:path';
import { apiReport } from './packages/api.mjs';
import { libraries, stageLibrary } from './packages/library.mjs';
import { readManifest } from './packages/manifest.mjs';
import { prepare, root, runCommand } from './prepare.mjs';

/** @returns {Record<string, string>} by file, from the root */
function reports() {
  const { version } = readManifest(root);
  const stage = fs.mkdtempSync(path.join(root, '.cache', 'api-'));
  try {
    return Object.fromEntries(
      Object.entries(libraries).map(([name, folder]) => {
        const out = path.join(stage, ...name.split('/'));
        fs.mkdirSync(out, { recursive: true });
        stageLibrary(root, folder, out, { version });
        return [`${folder}/api-report.txt`, apiReport(out)];
      }),
    );
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * @param {string} before
 * @param {string} now
 */
function firstDifference(before, now) {
  const [old, ours] = [before.split('\n'), now.split('\n')];
  const line = ours.findIndex((text, index) => text !== old[index]);
  return line < 0
    ? `line ${ours.length} is the last one now`
    : `line ${line + 1} is now: ${ours[line]?.slice(0, 200)}`;
}

await runCommand(async () => {
  await prepare();
  const isUpdate = process.argv.includes('--update');
  let changed = 0;
  for (const [file, report] of Object.entries(reports())) {
    const where = path.join(root, file);
    const before = fs.existsSync(where) ? fs.readFileSync(where, 'utf8') : '';
    if (before === report) continue;
    changed += 1;
    if (isUpdate) fs.writeFileSync(where, report);
    console.log(`${file}${isUpdate ? ' is updated' : ` is out of date; ${firstDifference(before, report)}`}`);
  }
  console.log(`api reports: compared ${Object.keys(libraries).length} libraries; ${changed} changed`);
  if (changed === 0 || isUpdate) return;
  console.log(
    'What people import has changed. Run "npm run api-report", read the difference, and name it in CHANGELOG.md.',
  );
  process.exitCode = 1;
});
