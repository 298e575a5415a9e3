import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Grant, GrantStore, Registration, RegistrationStore, WithLock } from '@loggia/client/oauth';
import { CommandFailed } from '../failure.ts';
import { defaultLockLimits, withFileLock, type FileLockLimits } from './file-lock.ts';

interface Content {
  /** By host and the id of the server's declaration. */
  readonly grants: Readonly<Record<string, Grant>>;
  readonly registrations: Readonly<Record<string, Registration>>;
}

/**
 * What the command remembers of sign-ins, in one file that only its user can read. Every change reads the file again
 * under a lock and replaces it in one step, so that commands that run at the same time lose nothing of each other.
 */
export class GrantFile {
  readonly #file: string;
  readonly #limits: FileLockLimits;

  constructor(dataDirectory: string, limits: FileLockLimits = defaultLockLimits) {
    this.#file = path.join(dataDirectory, 'cli-grants.json');
    this.#limits = limits;
  }

  readonly registrations: RegistrationStore = {
    get: async (key) => own((await this.#read()).registrations, key),
    put: (key, registration) =>
      this.#change((content) => ({
        ...content,
        registrations: { ...content.registrations, [key]: registration },
      })),
    delete: (key) =>
      this.#change((content) => ({ ...content, registrations: without(content.registrations, key) })),
  };

  /** The grants for the servers of one host. Ids of two hosts may be the same, their tokens must not be. */
  grantsOf(host: string): GrantStore {
    const prefix = `${host} `;
    return {
      get: async (server) => own((await this.#read()).grants, prefix + server),
      put: (server, grant) =>
        this.#change((content) => ({ ...content, grants: { ...content.grants, [prefix + server]: grant } })),
      delete: (server) =>
        this.#change((content) => ({ ...content, grants: without(content.grants, prefix + server) })),
      list: async () =>
        Object.entries((await this.#read()).grants)
          .filter(([key]) => key.startsWith(prefix))
          .map(([key, grant]) => ({ server: key.slice(prefix.length), grant })),
    };
  }

  /** Apart from the lock for changes, since whoever renews a grant changes the file meanwhile. */
  readonly withLock: WithLock = async (name, run) => {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
    await this.#prepare();
    return withFileLock(`${this.#file}.${digest}.lock`, run, this.#limits);
  };

  async #change(change: (content: Content) => Content): Promise<void> {
    await this.#prepare();
    await withFileLock(
      `${this.#file}.lock`,
      async () => this.#write(change(await this.#read())),
      this.#limits,
    );
  }

  async #prepare(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
  }

  async #read(): Promise<Content> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { grants: {}, registrations: {} };
      throw error;
    }
    const content = parsed(text);
    if (content !== undefined) return content;
    // It is never overwritten: there may be something in it that its user wants back.
    throw new CommandFailed('failed', `${this.#file} is damaged; remove it, then sign in again.`);
  }

  async #write(content: Content): Promise<void> {
    const beside = `${this.#file}.${randomUUID()}.new`;
    try {
      const handle = await open(beside, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
        // A refresh token that was rotated and then lost with the power means a new sign-in.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(beside, this.#file);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }
}

function parsed(text: string): Content | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Content, unknown>> | null;
    if (isRecord(value?.grants) && isRecord(value?.registrations)) return value as unknown as Content;
  } catch {
    // Neither.
  }
  return undefined;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));
}
