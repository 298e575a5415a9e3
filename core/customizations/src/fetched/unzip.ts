import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errnoOf } from '@loggia/access';
import { open, type Entry, type ZipFile } from 'yauzl';
import { isEntryName } from '../files/names.ts';
import { FetchRefused } from './fetch-refused.ts';
import { megabytes, type FetchLimits } from './fetch-limits.ts';

type ZipLimits = Pick<FetchLimits, 'maxArchiveBytes' | 'maxBytes' | 'maxEntries' | 'maxRatio'>;

interface UnzipOptions {
  readonly limits: ZipLimits;
  readonly signal: AbortSignal;
}

const fileType = 0o170000;
const regular = 0o100000;
const directory = 0o040000;
const link = 0o120000;
const encrypted = 1;
const deepest = 32;
/** Small archives of repetitive text compress far better than any bound on the ratio would allow. */
const ratioCountsFrom = 10 * 1024 * 1024;

/**
 * Unpacks an archive into an empty folder. Nothing is written outside of the folder, whatever the names in it say, and
 * no links are made. Rejects with FetchRefused; the caller removes what was written until then.
 */
export async function unzip(archive: string, target: string, options: UnzipOptions): Promise<void> {
  const { limits, signal } = options;
  const { size } = await stat(archive);
  if (size > limits.maxArchiveBytes)
    throw new FetchRefused(
      `The archive is larger than ${megabytes(limits.maxArchiveBytes)}. Leave out what the plugin doesn't need.`,
    );
  const zip = await opened(archive);
  try {
    if (zip.entryCount > limits.maxEntries) throw tooMany(limits);
    const budget = new Budget(size, limits);
    for await (const entry of entriesIn(zip)) {
      signal.throwIfAborted();
      await extract(zip, entry, target, budget, signal);
    }
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOTDIR' || errnoOf(error) === 'EISDIR')
      throw new FetchRefused('The archive has two entries of the same name. Pack it again.', {
        cause: error,
      });
    throw error;
  } finally {
    zip.close();
  }
}

/** Counts the unpacked bytes and entries against the limits, because the sizes in headers can be false. */
class Budget {
  readonly #archiveBytes: number;
  readonly #limits: ZipLimits;
  #bytes = 0;
  #entries = 0;

  constructor(archiveBytes: number, limits: ZipLimits) {
    this.#archiveBytes = archiveBytes;
    this.#limits = limits;
  }

  entry(): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.maxEntries) throw tooMany(this.#limits);
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    const { maxBytes, maxRatio } = this.#limits;
    if (this.#bytes > maxBytes)
      throw new FetchRefused(
        `Unpacked, the archive is larger than ${megabytes(maxBytes)}. Leave out what the plugin doesn't need.`,
      );
    if (this.#bytes > ratioCountsFrom && this.#bytes > this.#archiveBytes * maxRatio)
      throw new FetchRefused(
        `The archive becomes more than ${maxRatio} times as large when unpacked, as archives do that are made to fill disks. Pack it again.`,
      );
  }
}

function tooMany({ maxEntries }: ZipLimits): FetchRefused {
  return new FetchRefused(
    `The archive has more than ${maxEntries} files. Leave out what the plugin doesn't need, such as installed packages.`,
  );
}

async function extract(
  zip: ZipFile,
  entry: Entry,
  target: string,
  budget: Budget,
  signal: AbortSignal,
): Promise<void> {
  budget.entry();
  const { fileName } = entry;
  const parts = partsOf(fileName);
  const place = path.join(target, ...parts);
  const mode = modeOf(entry);
  const type = mode & fileType;
  if (type === link)
    throw new FetchRefused(
      `The archive contains the link ${shown(fileName)}. Pack the file itself in its place.`,
    );
  if (type !== 0 && type !== regular && type !== directory)
    throw new FetchRefused(`${shown(fileName)} in the archive isn't a file. Leave it out.`);
  if (fileName.endsWith('/') || type === directory) {
    await mkdir(place, { recursive: true, mode: 0o700 });
    return;
  }
  if ((entry.generalPurposeBitFlag & encrypted) !== 0)
    throw new FetchRefused('The archive is encrypted. Pack it without a password.');
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        budget.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const content = await contentOf(zip, entry);
  const file = createWriteStream(place, { flags: 'wx', mode: (mode & 0o111) === 0 ? 0o600 : 0o700 });
  try {
    await pipeline(content, counted, file, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchRefused || /^E[A-Z\d]+$/.test(errnoOf(error) ?? '')) throw error;
    throw damaged(error);
  }
}

/** The upper half of the attributes is a mode only where a Unix made the entry. */
function modeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >>> 8 === 3 ? (externalFileAttributes >>> 16) & 0xffff : 0;
}

function partsOf(fileName: string): readonly string[] {
  const parts = fileName.replace(/\/$/, '').split('/');
  if (
    fileName.startsWith('/') ||
    parts.length > deepest ||
    !parts.every(isEntryName) ||
    /^[A-Za-z]:/.test(fileName)
  )
    throw outside(fileName);
  return parts;
}

/** The library refuses most names that lead elsewhere before they are seen here. */
function escaping({ message }: Error): FetchRefused | undefined {
  const [, name] =
    /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(message) ?? [];
  return name === undefined ? undefined : outside(name);
}

function outside(fileName: string): FetchRefused {
  return new FetchRefused(
    `The archive contains ${shown(fileName)}, which isn't a name inside a folder. Get the plugin from somebody you trust.`,
  );
}

function shown(fileName: string): string {
  return JSON.stringify(fileName.slice(0, 200));
}

function opened(archive: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(archive, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(damaged(error));
      else resolve(zip);
    });
  });
}

async function* entriesIn(zip: ZipFile): AsyncGenerator<Entry, void, undefined> {
  for (;;) {
    const entry = await nextIn(zip);
    if (entry === undefined) return;
    yield entry;
  }
}

function nextIn(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (answer: () => void): void => {
      zip.off('entry', onEntry);
      zip.off('end', onEnd);
      zip.off('error', onError);
      answer();
    };
    const onEntry = (entry: Entry): void => settle(() => resolve(entry));
    const onEnd = (): void => settle(() => resolve(undefined));
    const onError = (error: Error): void => settle(() => reject(escaping(error) ?? damaged(error)));
    zip.on('entry', onEntry);
    zip.on('end', onEnd);
    zip.on('error', onError);
    zip.readEntry();
  });
}

function contentOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(damaged(error));
      else resolve(stream);
    });
  });
}

function damaged(error: unknown): FetchRefused {
  const why = error instanceof Error ? error.message : String(error);
  return new FetchRefused(`The file can't be read as a .zip archive (${why.slice(0, 200)}). Pack it again.`, {
    cause: error,
  });
}
