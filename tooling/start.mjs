// `npm start`: prepares the clone, then becomes the `loggia` command, in this process, so that signals and exit codes
// are its own. The script in package.json uses `exec`: otherwise a shell between npm and us would take our signals.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root, runCommand } from './prepare.mjs';

/** Killing npm is meant for us; a signal that isn't passed on would leave us serving unseen. */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

await runCommand(async () => {
  if (process.env['npm_lifecycle_event'] === 'start') stopWithParent();
  await prepare();
  const entry = path.join(root, 'presentation', 'cli', 'dist', 'main.js');
  const { main } = await import(pathToFileURL(entry).href);
  const code = await main(process.argv.slice(2));
  if (typeof code === 'number') process.exitCode = code;
});
