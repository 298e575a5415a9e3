// Prepares the clone, then runs one of our built programs in this process: `node tooling/run-built.mjs FILE [ARGS]`.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root, runCommand } from './prepare.mjs';

await runCommand(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the file to run.');
  await prepare();
  const entry = path.join(root, file);
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
});
