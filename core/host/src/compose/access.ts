import {
  ApiKeys,
  BrowserKeys,
  Credentials,
  errnoOf,
  rotateLocalToken,
  type ApiKeyRecord,
  type ApiKeyStore,
  type BrowserRecord,
  type BrowserStore,
} from '@loggia/access';
import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import { ProtocolError, type ApiKey } from '@loggia/protocol';
import { accessCommands, type AccessOperations } from '../commands/access.ts';
import type { CommandDefinition } from '../commands/table.ts';
import type { Logger } from '../logger.ts';

export interface HostAccessOptions {
  readonly kernel: Kernel;
  readonly dataDirectory: string;
  readonly token: string;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly logger: Pick<Logger, 'info'>;
  /** The new token is in its file, and the old one no longer works. */
  rotated(token: string): Promise<void>;
}

/** Composes the token, browser keys and API keys of this host. */
export interface HostAccess {
  readonly credentials: Credentials;
  readonly browsers: BrowserKeys;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  /** Stops watching for keys that expire. */
  close(): void;
}

const browserRecords = 'browsers';
const keyRecords = 'apiKeys';

export async function openAccess(options: HostAccessOptions): Promise<HostAccess> {
  const { kernel, dataDirectory, token, clock, scheduler, logger } = options;
  const browsers = await BrowserKeys.open({ store: browserStore(kernel), token, clock });
  const keys = await ApiKeys.open({ store: keyStore(kernel), clock, scheduler });
  const credentials = new Credentials(token, { browsers, keys });

  const rotate = async (): Promise<void> => {
    let fresh: string;
    try {
      fresh = await rotateLocalToken(dataDirectory);
    } catch (error) {
      throw new ProtocolError(
        'Unavailable',
        `The new token could not be written (${errnoOf(error) ?? String(error)}), so the old one stays. Check the data directory and the free space on its disk, then try again.`,
      );
    }
    credentials.rotate(fresh);
    await options.rotated(fresh);
  };
  // Serialized: the token in memory must match the one in the file.
  let rotating: Promise<unknown> = Promise.resolve();

  const operations: AccessOperations = {
    rotateToken: async () => {
      const rotated = rotating.then(rotate);
      rotating = rotated.catch(() => undefined);
      await rotated;
      return {};
    },
    listBrowsers: async () => ({
      browsers: browsers.list().map(({ id, name, createdAt, lastSeenAt }) => ({
        id,
        name,
        since: new Date(createdAt).toISOString(),
        lastSeen: new Date(lastSeenAt).toISOString(),
      })),
    }),
    revokeBrowser: async ({ id }) => ({ revoked: credentials.revokeBrowser(id) }),
    createApiKey: async ({ name, scope, expiresIn }) => {
      const lifetimeMs = expiresIn === undefined ? undefined : expiresIn * 1000;
      const { key, record } = await keys.create({ name, scope, lifetimeMs });
      logger.info({ apiKey: record.name, scope }, 'An API key was created.');
      return { key, apiKey: shown(record, clock.now()) };
    },
    listApiKeys: async () => ({ apiKeys: keys.list().map((record) => shown(record, clock.now())) }),
    revokeApiKey: async ({ id }) => {
      const revoked = keys.revoke(id);
      if (revoked) logger.info({ apiKey: keys.nameOf(id) }, 'An API key was revoked.');
      return { revoked };
    },
  };
  const table = accessCommands(operations, (key) => keys.nameOf(key));
  return { credentials, browsers, table, close: () => keys.close() };
}

function shown({ id, name, scope, createdAt, expiresAt, lastUsedAt }: ApiKeyRecord, now: number): ApiKey {
  return {
    ...{ id, name, scope, since: new Date(createdAt).toISOString() },
    ...(expiresAt !== undefined && { expires: new Date(expiresAt).toISOString() }),
    expired: expiresAt !== undefined && expiresAt <= now,
    ...(lastUsedAt !== undefined && { lastUsed: new Date(lastUsedAt).toISOString() }),
  };
}

/** Records contain only the hash of each key. */
function browserStore(kernel: Kernel): BrowserStore {
  const { records } = kernel;
  return {
    list: async () => (await records.list(browserRecords)).map(({ value }) => value as BrowserRecord),
    put: (record) => records.put(browserRecords, record.id, record),
    delete: (id) => records.delete(browserRecords, id),
    flushed: () => kernel.settled(),
  };
}

/** Likewise. */
function keyStore(kernel: Kernel): ApiKeyStore {
  const { records } = kernel;
  return {
    list: async () => (await records.list(keyRecords)).map(({ value }) => value as ApiKeyRecord),
    put: (record) => records.put(keyRecords, record.id, record),
    delete: (id) => records.delete(keyRecords, id),
    flushed: () => kernel.settled(),
  };
}
