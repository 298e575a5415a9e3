import type { AgentCatalogEntry } from '@loggia/protocol';
import { fetchLimits, readSource, UnreadableSource, type CatalogSource } from './catalog-source.ts';
import { findProgram, type Environment } from './find-program.ts';
import { launchHere, type Machine } from './launch-here.ts';
import { readRegistry, type RegistryEntry } from './registry-format.ts';

export interface AgentCatalogOptions {
  readonly sources: readonly CatalogSource[];
  readonly machine: Machine;
  readonly clock: { now(): number };
  readonly limits?: typeof fetchLimits;
}

export interface ListedCatalog {
  readonly agents: AgentCatalogEntry[];
  readonly problems: string[];
}

interface ReadSource {
  readonly entries: readonly RegistryEntry[];
  readonly problems: readonly string[];
}

/** An address is asked again after this. */
const freshMs = 10 * 60_000;

/**
 * The agents that can be added, from all sources; of entries with the same id, the first counts. Sources are read when
 * somebody asks for the list, and an address at most every ten minutes.
 */
export class AgentCatalog {
  readonly #options: AgentCatalogOptions;
  readonly #fetched = new Map<string, { readonly at: number; readonly read: ReadSource }>();

  constructor(options: AgentCatalogOptions) {
    this.#options = options;
  }

  async list(): Promise<ListedCatalog> {
    const { sources, machine } = this.#options;
    const read = await Promise.all(sources.map((source) => this.#read(source)));
    const agents = new Map<string, AgentCatalogEntry>();
    for (const [index, { entries }] of read.entries()) {
      const source = sources[index];
      if (source === undefined) continue;
      for (const entry of entries)
        if (!agents.has(entry.id)) agents.set(entry.id, entryHere(entry, source, machine));
    }
    return { agents: [...agents.values()], problems: read.flatMap(({ problems }) => problems) };
  }

  async #read(source: CatalogSource): Promise<ReadSource> {
    if (source.kind !== 'address') return readWhole(source, this.#options.limits);
    const now = this.#options.clock.now();
    const known = this.#fetched.get(source.url);
    if (known && now - known.at < freshMs) return known.read;
    const read = await readWhole(source, this.#options.limits);
    if (read.problems.length === 0) {
      this.#fetched.set(source.url, { at: now, read });
      return read;
    }
    // An address that fails for a while still has what it had.
    return read.entries.length === 0 && known ? { ...known.read, problems: read.problems } : read;
  }
}

async function readWhole(source: CatalogSource, limits = fetchLimits): Promise<ReadSource> {
  const name = source.kind === 'address' ? source.url : source.path;
  const sentence = (what: string): string => `The catalog ${name} ${what}.`;
  try {
    const read = (await readSource(source, limits)).map(readRegistry);
    return {
      entries: read.flatMap(({ entries }) => entries),
      problems: read.flatMap(({ problems }) => problems).map(sentence),
    };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    const advice = 'Correct "agentCatalogs" in the configuration file, or add the agent by its command.';
    return { entries: [], problems: [`${sentence(error.message)} ${advice}`] };
  }
}

function entryHere(entry: RegistryEntry, source: CatalogSource, machine: Machine): AgentCatalogEntry {
  const { id, name, version, description, license, website, node, keys } = entry;
  return {
    id,
    name,
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    ...(license !== undefined && { license }),
    ...(website !== undefined && { website }),
    ...(node !== undefined && { node }),
    source: {
      kind: source.kind,
      ...(source.kind === 'file' && { name: source.path }),
      ...(source.kind === 'address' && { name: source.url }),
    },
    keys: keys.map((key) => ({ ...key })),
    ...launchHere(entry, machine),
  };
}

/** This machine. Programs are looked up on the PATH that agents get, too. */
export function thisMachine(env: Environment): Machine {
  const systems: Readonly<Record<string, string>> = { win32: 'windows' };
  const processors: Readonly<Record<string, string>> = { arm64: 'aarch64', x64: 'x86_64' };
  return {
    platform: `${systems[process.platform] ?? process.platform}-${processors[process.arch] ?? process.arch}`,
    node: process.versions.node,
    has: (program) => findProgram(program, env) !== undefined,
  };
}
