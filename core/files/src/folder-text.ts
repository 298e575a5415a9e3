import { fileURLToPath } from 'node:url';
import { readToAttach } from './attach.ts';
import type { ResourceContext } from './context.ts';
import type { FindFiles } from './find.ts';

const mostFiles = 500;
/** How much of the files goes along, in characters. */
const mostText = 50_000;

/** A folder as an agent gets it with a message: its files by name, and their text for as long as it fits. */
export async function folderText(
  uri: string,
  folders: readonly string[],
  { context, find }: { readonly context: ResourceContext; readonly find: FindFiles },
): Promise<string> {
  const found = await find([uri], '', mostFiles + 1);
  const files = found.slice(0, mostFiles);
  const cut = found.length > mostFiles ? [`[Only the first ${mostFiles} files are listed here.]`] : [];
  const parts = [
    [`Folder ${fileURLToPath(uri)}, with these files:`, ...files.map((file) => file.path), ...cut].join('\n'),
  ];
  let left = mostText;
  let isWhole = true;
  for (const file of files) {
    const text = left > 0 ? await textAt(file.uri, folders, context) : undefined;
    if (text === undefined || text.length > left) {
      isWhole = false;
      continue;
    }
    left -= text.length;
    parts.push(`${file.path}:\n${text}`);
  }
  if (!isWhole) parts.push('[The contents of some files are left out here.]');
  return parts.join('\n\n');
}

/** Undefined for what isn't text, or can't be read. */
async function textAt(
  uri: string,
  folders: readonly string[],
  context: ResourceContext,
): Promise<string | undefined> {
  try {
    const file = await readToAttach(uri, folders, context);
    if (!file || file.bytes.includes(0)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    return undefined;
  }
}
