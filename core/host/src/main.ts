#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import type { Finding } from '@loggia/protocol';
import { fileURLToPath } from 'node:url';
import { type Invocation, parseArguments } from './cli/arguments.ts';
import { readVersion } from './cli/version.ts';
import type { Restored, RestoreOptions } from './data/restore.ts';
import type { Shipped } from './shipped.ts';
import { StartError } from './start-error.ts';

export { RestoreFailed } from './data/restore-failed.ts';
export type { RestoreStep } from './data/restore.ts';
export type { Shipped } from './shipped.ts';

/** Loaded on demand: starting a host doesn't need it. */
export async function examineData(dataDirectory: string): Promise<Finding[]> {
  const { examineData: examine } = await import('./data/examine-data.ts');
  return examine(dataDirectory);
}

/** Loaded on demand, too. Throws `RestoreFailed`. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { restoreBackup: restore } = await import('./data/restore.ts');
  return restore(options);
}

/** The `loggia` command. Ends the process with its exit code unless it only printed something. */
export async function main(argv: readonly string[], shipped: Shipped = {}): Promise<void> {
  // The reader of our output may close the pipe; the host keeps serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await run(parseArguments(argv), shipped);
  } catch (error) {
    const { withoutSecrets } = await import('./logger.ts');
    process.stderr.write(`loggia: ${withoutSecrets(explanation(error))}\n`);
    process.exit(error instanceof StartError ? error.exitCode : 1);
  }
}

async function run(invocation: Invocation, shipped: Shipped): Promise<void> {
  switch (invocation.command) {
    case 'version':
      process.stdout.write(`${readVersion()}\n`);
      return;
    case 'help': {
      const [{ helpText }, { defaultDataDirectory }, { currentEnvironment }] = await Promise.all([
        import('./cli/help.ts'),
        import('./config/data-directory.ts'),
        import('./config/host-environment.ts'),
      ]);
      process.stdout.write(helpText(readVersion(), defaultDataDirectory(currentEnvironment())));
      return;
    }
    case 'serve': {
      const { loadPackages, requireDescriptors } = await import('./cli/few-descriptors.ts');
      requireDescriptors();
      await loadPackages();
      const [{ serve }, { startHost }] = await Promise.all([import('./cli/serve.ts'), import('./host.ts')]);
      process.exit(await serve(invocation.flags, (options) => startHost({ ...options, shipped })));
    }
  }
}

/** Errors meant for the user are a sentence; for any other, only the stack helps. */
function explanation(error: unknown): string {
  const isDefect = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || isDefect) {
    return `This is a defect of Loggia; please report it with what follows.\n${stackOf(error)}`;
  }
  return error.message;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2));
}
