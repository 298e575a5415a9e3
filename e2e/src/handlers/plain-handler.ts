import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerSettings } from '@loggia/protocol';

const program = fileURLToPath(new URL('./plain-handler.mjs', import.meta.url));

export const parcel = 'application/vnd.acme.parcel+json';

interface Taken {
  readonly event: string;
  readonly id: string;
  readonly cause?: string;
  readonly artifact: string;
  readonly to: string;
}

/** The events that the hand-written handler was told of, as it wrote them down. */
export class PlainHandler {
  readonly settings: ServerSettings;
  readonly #notes: string;

  constructor(
    directory: string,
    options: {
      readonly name?: string;
      readonly mood?: string;
      readonly mime?: string;
      readonly label?: string;
    } = {},
  ) {
    const { name = 'parcels', ...flags } = options;
    this.#notes = path.join(directory, `${name}.notes`);
    const args = Object.entries({ notes: this.#notes, ...flags }).flatMap(([flag, value]) => [
      `--${flag}`,
      value,
    ]);
    this.settings = { type: 'stdio', command: process.execPath, args: [program, ...args] };
  }

  /** Every event that it has taken, each once, in the order in which it first took it. */
  taken(artifact?: string): Taken[] {
    const seen = new Set<string>();
    return this.#lines().flatMap((line) => {
      if (!('event' in line) || seen.has(line.id)) return [];
      seen.add(line.id);
      return artifact === undefined || line.artifact === artifact ? [line] : [];
    });
  }

  kinds(artifact: string): string[] {
    return this.taken(artifact).map(({ event }) => event);
  }

  /** How often it was told anything, taken or not. */
  get heard(): number {
    return this.#lines().filter((line) => 'heard' in line).length;
  }

  /** To whom the parcels were addressed that it sent back. */
  get sentBack(): readonly string[] {
    return this.#lines().flatMap((line) => ('sentBack' in line ? [line.sentBack] : []));
  }

  /** The keys that a thief was lent for an artifact, the newest last. */
  keysTo(artifact: string): string[] {
    return this.#lines().flatMap((line) => ('key' in line && line.artifact === artifact ? [line.key] : []));
  }

  #lines(): (
    | Taken
    | { readonly heard: string }
    | { readonly sentBack: string }
    | { readonly key: string; readonly artifact: string }
  )[] {
    if (!existsSync(this.#notes)) return [];
    const lines = readFileSync(this.#notes, 'utf8').split('\n');
    // The last one may be half written by a process that was killed.
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Taken];
      } catch {
        return [];
      }
    });
  }
}
