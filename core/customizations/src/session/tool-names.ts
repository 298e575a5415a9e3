import { createHash } from 'node:crypto';

/** A tool of a server that still needs a name for agents. */
export interface NamelessTool {
  /** The server's id. */
  readonly server: string;
  readonly serverName: string;
  /** The server's name for it. */
  readonly name: string;
}

const maxLength = 64;
const maxRounds = 100;

/**
 * One name for each tool, in the given order; all are different and none is in `taken`. A tool keeps its own name
 * unless another has the same, in which case all of them get their server's name as a prefix. The result doesn't depend
 * on the order in which servers came up.
 */
export function nameTools(tools: readonly NamelessTool[], taken: ReadonlySet<string>): string[] {
  const levels = tools.map(() => 0);
  for (let round = 0; ; round += 1) {
    const names = tools.map((tool, index) => nameAt(tool, levels[index] ?? 0));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const colliding = names.flatMap((name, index) =>
      taken.has(name) || (counts.get(name) ?? 0) > 1 ? [index] : [],
    );
    if (colliding.length === 0 || round === maxRounds) return names;
    for (const index of colliding) levels[index] = (levels[index] ?? 0) + 1;
  }
}

function nameAt({ server, serverName, name }: NamelessTool, level: number): string {
  if (level === 0) return fit(name);
  const qualified = `${legal(serverName)}__${legal(name)}`;
  if (level === 1) return fit(qualified);
  return withHash(qualified, `${level} ${server} ${name}`);
}

function legal(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'tool';
}

function fit(name: string): string {
  const safe = legal(name);
  return safe.length <= maxLength ? safe : withHash(safe, name);
}

function withHash(name: string, of: string): string {
  const hash = createHash('sha256').update(of).digest('hex').slice(0, 8);
  return `${name.slice(0, maxLength - hash.length - 1)}_${hash}`;
}
