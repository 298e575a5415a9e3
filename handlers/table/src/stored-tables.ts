import { createHash } from 'node:crypto';
import { ApiError, ConflictError, type Api, type Artifact } from '@loggia/kit';
import { z } from 'zod';
import { csvLimits } from '@loggia/csv';
import { readTable, writeTable, type ReadTable, type Table } from './table.ts';

/** The most that is read of a larger file, which is then read-only: that many rows are work for a database. */
const mostBytes = 20 * 1024 * 1024;
/** The most that the host accepts inside a JSON message; more is sent as bytes. */
const mostInline = 3_000_000;
const partBytes = 1_000_000;
const mostKept = 64 * 1024 * 1024;

export interface StoredText {
  readonly hash: string;
  readonly text: string;
  /** Whether this is only the beginning. */
  readonly cut: boolean;
}

/** An artifact as it stands; one that is read only, as it was in its version. */
export type Readable = Pick<Artifact, 'id' | 'content'> & Partial<Pick<Artifact, 'readOnly' | 'version'>>;

/** The content of artifacts, kept by hash for the next question about the same table. */
export interface StoredTables {
  text(artifact: Readable, api: Api): Promise<StoredText>;
  /** A text that was read before and is still cached. */
  kept(hash: string): StoredText | undefined;
  table(artifact: Readable, api: Api): Promise<ReadTable & { readonly hash: string }>;
  /** Replaces the content and, where given, the context. Somebody else's newer change is a {@link ConflictError}. */
  write(artifact: Artifact, change: TableChange, api: Api): Promise<Saved>;
}

/** The artifact as it is after a change. */
export interface Saved {
  readonly revision: number;
  readonly state: Artifact['state'];
  readonly hash: string;
}

export interface TableChange {
  readonly table: Table;
  readonly like: ReadTable;
  readonly context?: Readonly<Record<string, unknown>>;
}

export function createStoredTables(): StoredTables {
  const kept = new Map<string, StoredText>();
  let size = 0;

  function keep(stored: StoredText): StoredText {
    const before = kept.get(stored.hash);
    if (before) {
      kept.delete(stored.hash);
      size -= before.text.length;
    }
    kept.set(stored.hash, stored);
    size += stored.text.length;
    for (const [oldest, { text: old }] of kept) {
      if (size <= mostKept || oldest === stored.hash) break;
      kept.delete(oldest);
      size -= old.length;
    }
    return stored;
  }

  async function text({ id, content, readOnly, version }: Readable, api: Api): Promise<StoredText> {
    if (content === undefined) return { hash: '', text: '', cut: false };
    const known = kept.get(content.hash);
    if (known) return keep(known);
    const at = readOnly === true && version !== undefined && version > 0 ? { version } : {};
    if (content.size > mostBytes) return keep({ ...(await readBeginning(id, at, api)), hash: content.hash });
    const bytes = await api.readContent(id, { ...at, maxBytes: mostBytes });
    // The draft may have changed since the event: the content that was read counts.
    return keep({ hash: hashOf(bytes), text: decode(bytes), cut: false });
  }

  return {
    text,
    kept: (hash) => kept.get(hash),
    async table(artifact, api) {
      const stored = await text(artifact, api);
      const read = readTable(stored.text, csvLimits);
      return { ...read, cut: read.cut || stored.cut, hash: stored.hash };
    },
    async write(artifact, { table, like, context }, api) {
      if (like.cut) {
        throw new Error(
          `The file is too large to edit here: saving would lose the rest. Split it, or edit it elsewhere.`,
        );
      }
      const written = writeTable(table, like.dialect);
      const bytes = Buffer.byteLength(written);
      if (bytes > mostBytes) throw tooLarge(bytes);
      const { id, revision } = artifact;
      const hash = hashOf(written);
      let changed: Artifact;
      if (written.length <= mostInline) {
        changed = await api.updateArtifact(id, {
          ifRevision: revision,
          content: { text: written },
          ...(context && { context }),
        });
      } else {
        // Check first, to avoid sending megabytes in vain.
        const current = await api.getArtifact(id);
        if (current.revision !== revision) throw conflict();
        await api.writeContent(id, written, { ifRevision: revision });
        const after = await api.getArtifact(id);
        // Somebody saved right after us, on top of our table, so it is no longer the stored one.
        if (after.content?.hash !== hash) throw conflict();
        changed = context ? await api.updateArtifact(id, { ifRevision: after.revision, context }) : after;
      }
      keep({ hash, text: written, cut: false });
      return { revision: changed.revision, state: changed.state, hash };
    },
  };
}

const partSchema = z.looseObject({
  text: z.string().optional(),
  base64: z.string().optional(),
  nextOffset: z.number().optional(),
});

/** Whole lines, as many as there is room for. */
async function readBeginning(
  artifact: string,
  at: { readonly version?: number },
  api: Api,
): Promise<Omit<StoredText, 'hash'>> {
  const parts: Buffer[] = [];
  let size = 0;
  let offset: number | undefined = 0;
  while (offset !== undefined && size < mostBytes) {
    const params = { artifact, ...at, offset, limit: Math.min(partBytes, mostBytes - size) };
    const part: z.infer<typeof partSchema> = partSchema.parse(await api.command('readContent', params));
    const bytes = part.text === undefined ? Buffer.from(part.base64 ?? '', 'base64') : Buffer.from(part.text);
    if (bytes.length === 0) break;
    parts.push(bytes);
    size += bytes.length;
    offset = part.nextOffset;
  }
  const text = decode(Buffer.concat(parts));
  if (offset === undefined) return { text, cut: false };
  return { text: text.slice(0, text.lastIndexOf('\n') + 1), cut: true };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Older programs write in the code page of western Windows; every byte means something there.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function tooLarge(bytes: number): Error {
  const megabytes = (bytes / 1024 / 1024).toFixed(0);
  return new ApiError(
    `The table has ${megabytes} MB, and up to ${mostBytes / 1024 / 1024} MB can be saved here. Split it.`,
    { status: 413, kind: 'TooLarge' },
  );
}

function conflict(): ConflictError {
  return new ConflictError('Someone changed the table in the meantime. Reload it.', {
    status: 409,
    kind: 'Conflict',
  });
}
