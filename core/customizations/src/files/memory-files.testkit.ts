import type { FileEntry, PluginFiles } from '../plugins/loaded.ts';
import { FileRefused } from './file-refused.ts';
import { pathBelow } from './names.ts';

/** Files by their path below the root. Reading an Error instead of a text throws it. */
export function memoryFiles(
  contents: Readonly<Record<string, string | Error>>,
  { path }: { readonly path?: string } = { path: '/plugins/sample' },
): PluginFiles & { readonly reads: string[] } {
  const files = new Map(Object.entries(contents));
  const reads: string[] = [];
  return {
    uri: path === undefined ? 'client-plugin:/sample' : `file://${path}`,
    path,
    reads,
    async read(file) {
      reads.push(file);
      const found = files.get(pathBelow(file));
      if (found instanceof Error) throw found;
      return found;
    },
    async list(directory) {
      const prefix = directory === '' ? '' : `${pathBelow(directory)}/`;
      const entries = new Map<string, FileEntry>();
      for (const [file, content] of files) {
        if (!file.startsWith(prefix)) continue;
        const [name = '', ...rest] = file.slice(prefix.length).split('/');
        if (name === '') throw content instanceof Error ? content : new FileRefused('It cannot be listed.');
        entries.set(name, { name, type: rest.length > 0 ? 'directory' : 'file' });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}
