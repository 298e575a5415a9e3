import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** The number needed to load the host; once it runs, it uses less than half of them, and three for each server. */
const leastDescriptors = 128;

/** Throws a StartError if the process can't open enough files to start. */
export function requireDescriptors(limits: string = ownLimits()): void {
  // Node has raised its own limit as far as possible.
  const most = Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
  if (most >= leastDescriptors) return;
  throw new StartError(
    1,
    `This process may open no more than ${most} files, and the host needs at least ${leastDescriptors}; raise the limit, for example with "ulimit -n 1024".`,
  );
}

/** Empty if the system doesn't tell. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Loads the host's packages one after the other. Node opens all imports of a module at once, and all of theirs: loading
 * the host in one step takes more than 200 descriptors, which not every system allows.
 */
export async function loadPackages(): Promise<void> {
  await import('zod');
  await import('ws');
  await import('hono');
  await import('@modelcontextprotocol/server');
  await import('@loggia/protocol');
  await import('@loggia/access');
  await import('@loggia/storage');
  await import('@loggia/artifacts');
  await import('@loggia/mcp');
  await import('@loggia/sessions');
  await import('@loggia/customizations');
}
