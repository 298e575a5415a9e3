import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { errnoOf } from '@loggia/access';
import { StartFailure } from '../start-failure.ts';

const closesOnExec = 0o2000000;

/**
 * Descriptors that a child would inherit without anybody wanting it: whoever started the host left them open, and Node
 * closes those of low numbers only.
 */
function inheritedDescriptors(): readonly number[] {
  let open: readonly number[];
  try {
    open = readdirSync('/proc/self/fd').map(Number);
  } catch (error) {
    // Elsewhere than on Linux, nobody can tell. Out of descriptors, nothing must be started unseen.
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
    // The one with which the list was read is gone already.
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Those that can't be replaced in a child, because their number is beyond the limit on open files: it was lowered after
 * they were opened. Replacing others takes a free number above them for each.
 */
function isBeyondLimit(descriptor: number, replaced: number): boolean {
  return descriptor + 1 + replaced >= mostDescriptors();
}

function mostDescriptors(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? Infinity);
}

/** Throws StartFailure where a child would inherit something that nobody can keep from it. */
export function refuseLastingDescriptors(): void {
  const inherited = inheritedDescriptors();
  if (!inherited.some((descriptor) => isBeyondLimit(descriptor, inherited.length))) return;
  throw new StartFailure(
    'The host was started with files open beyond its limit, and a sandbox would show them. Raise its limit on open files, or start it without them.',
    { lasting: true },
  );
}

type Stdio = readonly ('pipe' | 'ignore' | number)[];

/** Three pipes, and nothing in place of what would be inherited. `use` must start the process before it returns. */
export function withPipesAlone<Result>(use: (stdio: Stdio) => Result): Result {
  const all = inheritedDescriptors();
  const inherited = all.filter((descriptor) => !isBeyondLimit(descriptor, all.length));
  if (inherited.length === 0) return use(['pipe', 'pipe', 'pipe']);
  const nothing = openSync('/dev/null', 'r');
  try {
    const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
    // Ignored descriptors beyond the first three are left alone.
    for (let descriptor = 3; descriptor <= Math.max(...inherited); descriptor += 1)
      stdio.push(inherited.includes(descriptor) ? nothing : 'ignore');
    return use(stdio);
  } finally {
    closeSync(nothing);
  }
}
