import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const closesOnExec = 0o2000000;

/**
 * Descriptors that a child would inherit without anybody wanting it: whoever started the host left them open, and Node
 * closes those of low numbers only.
 */
function inheritedDescriptors(): readonly number[] {
  let open: readonly number[];
  try {
    open = readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
  return open.filter((descriptor) => descriptor > 2 && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closesOnExec) === 0;
  } catch {
    // The one with which the list was read is gone already.
    return false;
  }
}

type Stdio = readonly ('pipe' | 'ignore' | number)[];

/** Three pipes, and nothing in place of what would be inherited. `use` must start the process before it returns. */
export function withPipesAlone<Result>(use: (stdio: Stdio) => Result): Result {
  const inherited = inheritedDescriptors();
  if (inherited.length === 0) return use(['pipe', 'pipe', 'pipe']);
  const nothing = openSync('/dev/null', 'r');
  try {
    const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'pipe', 'pipe'];
    // What is ignored beyond the first three is left as it is.
    for (let descriptor = 3; descriptor <= Math.max(...inherited); descriptor += 1)
      stdio.push(inherited.includes(descriptor) ? nothing : 'ignore');
    return use(stdio);
  } finally {
    closeSync(nothing);
  }
}
