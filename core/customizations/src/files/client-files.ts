import { commandTable, ProtocolError, rootUri } from '@loggia/protocol';
import type { FileEntry, PluginFiles } from '../plugins/loaded.ts';
import { FileRefused } from './file-refused.ts';
import { defaultFileLimits, tooLarge, tooMany, type FileLimits } from './limits.ts';
import { isEntryName, pathBelow, uriBelow, wellFormed } from './names.ts';
import { textOf } from './text.ts';

/** Sends a request to the client. Rejects with the client's error, or if it isn't connected. */
export type AskClient = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

const nonsense = "The client didn't answer with a file. Update the client.";

function isAbsence(error: unknown): boolean {
  return error instanceof ProtocolError && error.kind === 'NotFound';
}

function typeOf(type: string): FileEntry['type'] {
  return type === 'file' || type === 'directory' ? type : 'unusable';
}

function sorted(entries: readonly FileEntry[]): readonly FileEntry[] {
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/**
 * The files of a client's plugin. Only paths below the plugin's URI are requested, and the client's answers are as
 * untrusted as the files themselves.
 */
export function clientFiles(
  uri: string,
  ask: AskClient,
  limits: FileLimits = defaultFileLimits,
): PluginFiles {
  const base = /[?#]/.test(uri) ? uri : uri.replace(/(?<=[^/:])\/+$/, '');

  async function asked(method: 'resourceRead' | 'resourceList', file: string): Promise<unknown> {
    const encoding = method === 'resourceRead' ? { encoding: 'utf-8' } : {};
    try {
      return await ask(method, { channel: rootUri, uri: uriBelow(base, file), ...encoding });
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  return {
    uri: base,
    path: undefined,
    async read(file) {
      const answer = await asked('resourceRead', pathBelow(file));
      if (answer === undefined) return undefined;
      const parsed = commandTable.resourceRead.result.safeParse(answer);
      if (!parsed.success) throw new FileRefused(nonsense);
      const { data, encoding } = parsed.data;
      const longest = encoding === 'base64' ? Math.ceil(limits.maxFileBytes / 3) * 4 : limits.maxFileBytes;
      if (data.length > longest || (encoding === 'utf-8' && Buffer.byteLength(data) > limits.maxFileBytes)) {
        throw new FileRefused(tooLarge(limits.maxFileBytes));
      }
      if (encoding === 'base64') return textOf(Buffer.from(data, 'base64'));
      return wellFormed(data).replace(/^\ufeff/, '');
    },
    async list(directory) {
      const answer = await asked('resourceList', pathBelow(directory));
      if (answer === undefined) return [];
      const parsed = commandTable.resourceList.result.safeParse(answer);
      if (!parsed.success) throw new FileRefused(nonsense);
      const { entries } = parsed.data;
      if (entries.length > limits.maxEntries) throw new FileRefused(tooMany(limits.maxEntries));
      return sorted(
        entries
          .filter(({ name }) => isEntryName(name))
          .map(({ name, type }) => ({ name, type: typeOf(type) })),
      );
    },
  };
}
