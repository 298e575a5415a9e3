// `npm run test:agents`: runs published agents in the product, each with a fake provider of models, and prints the table
// in docs/agents.md. npm fetches the agents into a cache (LOGGIA_AGENTS_CACHE, or the user's cache directory).
//   npm run test:agents                                 all of them
//   npm run test:agents -- --only Codex --only Goose    only these

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, runCommand } from './prepare.mjs';

await runCommand(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'tooling', 'test.mjs'), '--project', 'agents'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, LOGGIA_TEST_AGENTS: values.only.join(',') } },
  );
  process.exitCode = status ?? 1;
});
