import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { errnoOf } from '@loggia/access';
import { StartFailure } from '../start-failure.ts';

const closesOnExec = 0o2000000;

/**
 * Descriptors that a child would inherit unintentionally: the host's parent left them open, and Node only closes low
 * numbers.
 */
function inheritedDescriptors(): readonly number[] {
  let open: readonly number[];
  try {
    open = readdirSync('/proc/self/fd').map(Number);
  } catch (error) {
    // Only Linux can list them. Without free descriptors, nothing may be started unchecked.
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
  return open.filter((descriptor) => descriptor > 2 && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closesOnExec) === 0;
  } catch (error) {
    // The descriptor that read the list is already closed.
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Whether a descriptor can't be replaced in a child, because its number is beyond the limit on open files: the limit
 * was lowered after it was opened. Replacing others takes a free number above them for each.
 */
function isBeyondLimit(descriptor: number, replaced: number): boolean {
  return descriptor + 1 + replaced >= mostDescriptors();
}

function mostDescriptors(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
}

/** Throws StartFailure if a child would inherit something that can't be kept from it. */
export function refuseLastingDescriptors(): void {
  const inherited = inheritedDescriptors();
  if (!inherited.some((descriptor) => isBeyondLimit(descriptor, inherited.length))) return;
  throw new StartFailure(
    'The host was started with files open beyond its limit, and a sandbox would show them. Raise its limit on open files, or start it without them.',
    { lasting: true },
  );
}

type Stdio = readonly ('pipe' | 'ignore' | number)[];

/** Three pipes, with everything that would be inherited replaced. `use` must start the process before it returns. */
export function withPipesAlone<Result>(use: (stdio: Stdio) => Result): Result {
  const all = inheritedDescriptors();
  const inherited = all.filter((descriptor) => !isBeyondLimit(descriptor, all.length));
  if (inherited.length === 0) return use(['pipe', 'pipe', 'pipe']);
  const nothing = openSync('/dev/null', 'r');
  try {
    const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
    // Ignored descriptors beyond the first three stay as they are.
    for (let descriptor = 3; descriptor <= Math.max(...inherited); descriptor += 1)
      stdio.push(inherited.includes(descriptor) ? nothing : 'ignore');
    return use(stdio);
  } finally {
    closeSync(nothing);
  }
}
