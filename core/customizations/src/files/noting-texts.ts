import { textFingerprint } from '../decisions/fingerprint.ts';
import type { PluginFiles } from '../plugins/loaded.ts';

/** The same files, recording reads: `texts` has the fingerprint of each text by its file. */
export function notingTexts(files: PluginFiles): {
  readonly files: PluginFiles;
  readonly texts: ReadonlyMap<string, string>;
} {
  const texts = new Map<string, string>();
  return {
    texts,
    files: {
      uri: files.uri,
      path: files.path,
      list: (directory) => files.list(directory),
      read: async (file) => {
        const text = await files.read(file);
        if (text !== undefined) texts.set(file, textFingerprint(text));
        return text;
      },
    },
  };
}
