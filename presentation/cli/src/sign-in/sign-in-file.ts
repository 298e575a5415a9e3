import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Registration, RegistrationStore, SignInRecord, SignInRecordStore } from '@loggia/client/oauth';
import { CommandFailed } from '../failure.ts';
import { defaultLockLimits, withFileLock, type FileLockLimits } from './file-lock.ts';

interface Content {
  /** By host and the id of the server's declaration. */
  readonly signIns: Readonly<Record<string, SignInRecord>>;
  readonly registrations: Readonly<Record<string, Registration>>;
}

/**
 * This command's memory of sign-ins, in one file that only its user can read. The tokens themselves are with the
 * host. Every change reads the file again under
 * a lock and replaces it in one step, so that commands running at the same time don't lose each other's changes.
 */
export class SignInFile {
  readonly #file: string;
  /** Where earlier versions kept tokens. */
  readonly #former: string;
  readonly #limits: FileLockLimits;

  constructor(dataDirectory: string, limits: FileLockLimits = defaultLockLimits) {
    this.#file = path.join(dataDirectory, 'cli-sign-ins.json');
    this.#former = path.join(dataDirectory, 'cli-grants.json');
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

  /** The sign-ins to the servers of one host. Ids of two hosts may be the same. */
  recordsOf(host: string): SignInRecordStore {
    const prefix = `${host} `;
    return {
      get: async (server) => own((await this.#read()).signIns, prefix + server),
      put: (server, record) =>
        this.#change((content) => ({
          ...content,
          signIns: { ...content.signIns, [prefix + server]: record },
        })),
      delete: (server) =>
        this.#change((content) => ({ ...content, signIns: without(content.signIns, prefix + server) })),
      list: async () =>
        Object.entries((await this.#read()).signIns)
          .filter(([key]) => key.startsWith(prefix))
          .map(([key, record]) => ({ server: key.slice(prefix.length), record })),
    };
  }

  /** Removes the tokens that earlier versions kept beside it. The host has its own. */
  forgetFormer(): Promise<void> {
    return rm(this.#former, { force: true });
  }

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
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { signIns: {}, registrations: {} };
      throw error;
    }
    const content = parsed(text);
    if (content !== undefined) return content;
    // It is never overwritten: there may be something in it that its user wants back.
    throw new CommandFailed('failed', `${this.#file} is damaged. Remove it, then sign in again.`);
  }

  async #write(content: Content): Promise<void> {
    const beside = `${this.#file}.${randomUUID()}.new`;
    try {
      const handle = await open(beside, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
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
    if (isRecord(value?.signIns) && isRecord(value?.registrations)) return value as unknown as Content;
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
