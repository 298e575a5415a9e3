import { folderName, meantFolders, pathOfUri, typedIn, uriOfPath } from './folder-path.ts';

interface Offer {
  readonly label: string;
  /** The text of the field once it is chosen. */
  readonly path: string;
}

export interface Offers {
  readonly title: string;
  readonly offers: readonly Offer[];
}

interface Known {
  /** The folders of the latest sessions, as URIs. */
  readonly recent: readonly string[];
  /** The folders that the host grants, as URIs. */
  readonly roots: readonly string[];
  /** The contents of the folder that is being typed in. */
  readonly entries: readonly { readonly name: string; readonly type: string }[];
}

const mostOffered = 50;
const mostRecent = 8;

/** In a path, the folders that may come next; before that, known folders in which the words occur. */
export function offersFor(typed: string, { recent, roots, entries }: Known): readonly Offers[] {
  if (uriOfPath(typed) !== undefined) {
    const { folder, start } = typedIn(typed);
    const names = meantFolders(entries, start).slice(0, mostOffered);
    const inside = names.map((name) => ({ label: name, path: `${folder}${name}/` }));
    return inside.length === 0 ? [] : [{ title: `In ${folder}`, offers: inside }];
  }
  const words = typed.trim().toLowerCase();
  const matching = (uris: readonly string[]): Offer[] =>
    uris
      .map((uri) => pathOfUri(uri))
      .filter((path) => path.toLowerCase().includes(words))
      .map((path) => ({ label: path, path }));
  const used = matching([...new Set(recent)]).slice(0, mostRecent);
  const granted = matching(roots.filter((uri) => !recent.includes(uri))).map(({ label, path }) => ({
    label,
    path: path.endsWith('/') ? path : `${path}/`,
  }));
  return [
    { title: 'Recent', offers: used },
    { title: 'Granted folders', offers: granted },
  ].filter(({ offers }) => offers.length > 0);
}

/** For one folder its name, for several their number. */
export function foldersWords(folders: readonly string[]): string {
  const [first, ...others] = folders;
  if (first === undefined) return 'Folder…';
  const name = `Folder: ${folderName(first)}`;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}
