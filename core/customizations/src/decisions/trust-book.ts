import type { Clock } from '@loggia/kernel';
import { localPath, sourceUri } from '../session/folders.ts';
import type { RecordStore } from '../session/ports.ts';

export type TrustDecision = 'trusted' | 'denied' | 'undecided';

interface StoredTrust {
  readonly decision: 'trusted' | 'denied';
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface TrustPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  /** URIs of folders in which everything is trusted. */
  readonly trustedFolders: readonly string[];
}

const namespace = 'trust';
export { namespace as trustRecords };

/** Which sources of code the user trusts. Nothing is trusted before `load` has been awaited. */
export class TrustBook {
  readonly #ports: TrustPorts;
  readonly #folders: readonly string[];
  readonly #decisions = new Map<string, StoredTrust>();

  constructor(ports: TrustPorts) {
    this.#ports = ports;
    this.#folders = ports.trustedFolders.map(sourceUri);
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#ports.records.list(namespace)) {
      this.#decisions.set(key, value as StoredTrust);
    }
  }

  decisionOn(source: string): TrustDecision {
    const uri = sourceUri(source);
    const decided = this.#decisions.get(uri)?.decision;
    if (decided) return decided;
    // What names no path here may be spelt so that it only seems to be in a folder.
    const inside = localPath(uri) !== undefined && this.#folders.some((folder) => isWithin(uri, folder));
    return inside ? 'trusted' : 'undecided';
  }

  /** Whether somebody decided about this very source. */
  isDecided(source: string): boolean {
    return this.#decisions.has(sourceUri(source));
  }

  decide(source: string, decision: TrustDecision): void {
    const uri = sourceUri(source);
    if (decision === 'undecided') {
      this.#decisions.delete(uri);
      this.#ports.records.delete(namespace, uri);
      return;
    }
    const stored = { decision, at: new Date(this.#ports.clock.now()).toISOString() };
    this.#decisions.set(uri, stored);
    this.#ports.records.put(namespace, uri, stored);
  }

  list(): { source: string; decision: 'trusted' | 'denied'; at: string }[] {
    return [...this.#decisions]
      .map(([source, { decision, at }]) => ({ source, decision, at }))
      .sort((a, b) => (a.source < b.source ? -1 : 1));
  }
}

function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
