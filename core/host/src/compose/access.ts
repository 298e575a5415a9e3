import {
  BrowserKeys,
  Credentials,
  errnoOf,
  rotateLocalToken,
  type BrowserRecord,
  type BrowserStore,
} from '@loggia/access';
import type { Clock, Kernel } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import { accessCommands } from '../commands/access.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface HostAccessOptions {
  readonly kernel: Kernel;
  readonly dataDirectory: string;
  readonly token: string;
  readonly clock: Clock;
  /** The new token is in its file, and the old one no longer works. */
  rotated(token: string): Promise<void>;
}

/** Composes the token, browser keys and delegated keys of this host. */
export interface HostAccess {
  readonly credentials: Credentials;
  readonly browsers: BrowserKeys;
  readonly table: Readonly<Record<string, CommandDefinition>>;
}

const namespace = 'browsers';

export async function openAccess(options: HostAccessOptions): Promise<HostAccess> {
  const { kernel, dataDirectory, token, clock } = options;
  const browsers = await BrowserKeys.open({ store: browserStore(kernel), token, clock });
  const credentials = new Credentials(token, browsers);

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

  const table = accessCommands({
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
  });
  return { credentials, browsers, table };
}

/** Records contain only the hash of each key. */
function browserStore(kernel: Kernel): BrowserStore {
  const { records } = kernel;
  return {
    list: async () => (await records.list(namespace)).map(({ value }) => value as BrowserRecord),
    put: (record) => records.put(namespace, record.id, record),
    delete: (id) => records.delete(namespace, id),
    flushed: () => kernel.settled(),
  };
}
