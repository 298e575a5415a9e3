import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** What loading the host takes; once it runs, it uses less than half of them, and three for each server. */
const leastDescriptors = 128;

/** Throws a StartError that says so where the process may not open enough files to start at all. */
export function requireDescriptors(limits: string = ownLimits()): void {
  // Node has raised its own limit as far as it may go.
  const most = Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
  if (most >= leastDescriptors) return;
  throw new StartError(
    1,
    `This process may open no more than ${most} files, and the host needs at least ${leastDescriptors}; raise the limit, for example with "ulimit -n 1024".`,
  );
}

/** Empty where the system does not say. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Loads the packages that the host consists of one after the other. Node opens all modules that a module imports at
 * once, and all that those import: the host in one step takes more than 200 descriptors, which not everybody has.
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
