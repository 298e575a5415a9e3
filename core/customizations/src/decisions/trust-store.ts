import type { Clock } from '@loggia/kernel';
import type { Launch, ReviewedPart } from '@loggia/protocol';
import { localPath, sourceUri } from '../session/folders.ts';
import type { RecordStore } from '../session/ports.ts';

export type TrustDecision = 'trusted' | 'denied' | 'undecided';

/** Something that runs, or that becomes part of a prompt, as it was approved or is about to be. */
export interface TrustedPart {
  readonly kind: ReviewedPart['kind'];
  readonly name: string;
  /** Relative to the source; only for texts. */
  readonly file?: string;
  /** Undefined if it couldn't be read, so it can't be approved. */
  readonly fingerprint: string | undefined;
  /** Only for a server. */
  readonly launch?: Launch;
  /** Only for a hook. */
  readonly commands?: readonly string[];
}

/** By the location of each declaration. */
export type TrustedParts = Readonly<Record<string, TrustedPart>>;

interface StoredTrust {
  readonly decision: 'trusted' | 'denied';
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The approved contents; empty if denied. */
  readonly parts: TrustedParts;
}

export interface TrustPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  /** URIs of folders in which the operator trusts everything, however it changes. */
  readonly trustedFolders: readonly string[];
}

interface Spelling {
  /** One per source, however it is spelled. */
  readonly uri: string;
  readonly isOperators: boolean;
}

const mostSpellings = 1000;

/** Arguments of programs may contain secrets, so these records are encrypted. */
export const trustNamespace = 'approvals';
/** Stored before decisions were tied to contents: of those, only the denials still hold. */
const formerNamespace = 'trust';

/**
 * The sources of code that the user trusts, with their contents at that time. Nothing is trusted before `load` has been
 * awaited.
 */
export class TrustStore {
  readonly #ports: TrustPorts;
  readonly #folders: readonly string[];
  readonly #decisions = new Map<string, StoredTrust>();
  /** A cache: every part of a source asks for this whenever something is shown. */
  readonly #spellings = new Map<string, Spelling>();

  constructor(ports: TrustPorts) {
    this.#ports = ports;
    this.#folders = ports.trustedFolders.map(sourceUri);
  }

  async load(): Promise<void> {
    const { records } = this.#ports;
    for (const { key, value } of await records.list(formerNamespace)) {
      const { decision, at } = value as StoredTrust;
      if (decision === 'denied') this.#decisions.set(key, { decision, at, parts: {} });
    }
    for (const { key, value } of await records.list(trustNamespace)) {
      this.#decisions.set(key, value as StoredTrust);
    }
  }

  /** The decision about the source itself. `decisionOnPart` tells whether a part of it may run. */
  decisionOn(source: string): TrustDecision {
    const { uri, isOperators } = this.#spelling(source);
    return this.#decisions.get(uri)?.decision ?? (isOperators ? 'trusted' : 'undecided');
  }

  /** A part that is new or has changed since the decision is undecided. */
  decisionOnPart(source: string, key: string, fingerprint: string | undefined): TrustDecision {
    const decision = this.decisionOn(source);
    if (decision !== 'trusted' || this.isOperators(source)) return decision;
    const approved = this.partsOf(source)[key]?.fingerprint;
    return approved !== undefined && approved === fingerprint ? 'trusted' : 'undecided';
  }

  /** Whether the host's configuration trusts the folder that the source is in. */
  isOperators(source: string): boolean {
    return this.#spelling(source).isOperators;
  }

  /** Whether there is a decision about this exact source. */
  isDecided(source: string): boolean {
    return this.#decisions.has(this.#spelling(source).uri);
  }

  /** The approved contents. */
  partsOf(source: string): TrustedParts {
    return this.#decisions.get(this.#spelling(source).uri)?.parts ?? {};
  }

  trust(source: string, parts: TrustedParts): void {
    this.#store(source, { decision: 'trusted', at: this.#now(), parts });
  }

  deny(source: string): void {
    this.#store(source, { decision: 'denied', at: this.#now(), parts: {} });
  }

  forget(source: string): void {
    const uri = sourceUri(source);
    this.#decisions.delete(uri);
    this.#ports.records.delete(trustNamespace, uri);
    this.#ports.records.delete(formerNamespace, uri);
  }

  list(): { source: string; decision: 'trusted' | 'denied'; at: string }[] {
    return [...this.#decisions]
      .map(([source, { decision, at }]) => ({ source, decision, at }))
      .sort((a, b) => (a.source < b.source ? -1 : 1));
  }

  #store(source: string, decided: StoredTrust): void {
    const uri = sourceUri(source);
    this.#decisions.set(uri, decided);
    this.#ports.records.put(trustNamespace, uri, decided);
    this.#ports.records.delete(formerNamespace, uri);
  }

  #spelling(source: string): Spelling {
    const known = this.#spellings.get(source);
    if (known) return known;
    const uri = sourceUri(source);
    // A URI that isn't a local path could be spelled to look as if it were inside a folder.
    const isOperators = localPath(uri) !== undefined && this.#folders.some((folder) => isWithin(uri, folder));
    if (this.#spellings.size >= mostSpellings) this.#spellings.clear();
    const spelling = { uri, isOperators };
    this.#spellings.set(source, spelling);
    return spelling;
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}

function isWithin(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}
