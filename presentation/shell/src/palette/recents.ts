import type { PaletteEntry } from './entries.ts';

const storageKey = 'loggia.recent';
const most = 30;

/** An artifact cannot be looked up by its id alone, so enough of it is kept to show it. */
type RecentArtifact = PaletteEntry & { readonly target: { readonly to: 'artifact' } };

interface Stored {
  readonly ids: readonly string[];
  readonly artifacts: readonly RecentArtifact[];
}

/** The entries chosen in the palette, newest first; kept in this browser. */
export class RecentStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  /** Read again each time, because other tabs write here too. */
  read(): Stored {
    try {
      const read: unknown = JSON.parse(this.#storage.getItem(storageKey) ?? '{}');
      const { ids, artifacts } = (read ?? {}) as { readonly ids?: unknown; readonly artifacts?: unknown };
      return {
        ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, most) : [],
        artifacts: Array.isArray(artifacts) ? artifacts.flatMap(artifactFrom).slice(0, most) : [],
      };
    } catch {
      return { ids: [], artifacts: [] };
    }
  }

  add(entry: PaletteEntry): void {
    // A search depends on its query, and a message is found again by its words.
    if (entry.kind === 'search' || entry.kind === 'message') return;
    const { ids, artifacts } = this.read();
    const kept = [entry.id, ...ids.filter((id) => id !== entry.id)].slice(0, most);
    const known = isArtifact(entry) ? [entry, ...artifacts.filter(({ id }) => id !== entry.id)] : artifacts;
    const next = { ids: kept, artifacts: known.filter(({ id }) => kept.includes(id)).map(stored) };
    try {
      this.#storage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Without storage, entries are shown in their usual order.
    }
  }
}

function isArtifact(entry: PaletteEntry): entry is RecentArtifact {
  return entry.target.to === 'artifact';
}

function stored({ title, type, target }: RecentArtifact) {
  return { title, type, workspace: target.workspace, artifact: target.artifact };
}

/** Only valid values: older shells, and people, write here too. */
function artifactFrom(value: unknown): readonly RecentArtifact[] {
  if (typeof value !== 'object' || value === null) return [];
  const { title, type, workspace, artifact } = value as Record<string, unknown>;
  if (typeof title !== 'string' || typeof workspace !== 'string' || typeof artifact !== 'string') return [];
  return [
    {
      id: `artifact ${artifact}`,
      kind: 'artifact',
      group: 'Artifacts',
      title,
      ...(typeof type === 'string' && { type }),
      target: { to: 'artifact', workspace, artifact, title },
    },
  ];
}
