#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isForHost } from './command-line/words.ts';

/**
 * The `loggia` command: the host itself, and a client of one that runs. Sets the exit code; what it prints may still be
 * on its way when this resolves.
 */
export async function main(argv: readonly string[]): Promise<void> {
  // A host must not wait for what only its clients need.
  if (isForHost(argv)) return host(argv);
  const [{ run }, { thisWorld }, { launch }] = await Promise.all([
    import('./run.ts'),
    import('./world.ts'),
    import('./sign-in/open-browser.ts'),
  ]);
  const world = thisWorld(launch);
  const outcome = await run(argv, world.world);
  if (outcome === 'host') {
    world.dispose();
    return host(argv);
  }
  process.exitCode = outcome;
}

/** Packing finds the files that come with the product by these addresses, so each is written out. */
async function host(argv: readonly string[]): Promise<void> {
  const { main: serve } = await import('@loggia/host/main');
  return serve(argv, {
    types: fileURLToPath(new URL('../../../types', import.meta.url)),
    handlers: fileURLToPath(new URL('../../../handlers', import.meta.url)),
    welcome: fileURLToPath(new URL('../../../welcome', import.meta.url)),
    agents: fileURLToPath(new URL('../../../harnesses/acp/catalog.json', import.meta.url)),
    shell: fileURLToPath(new URL('../../../presentation/shell/dist', import.meta.url)),
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2));
}
