/** The `file:` URI of an absolute path on the host; undefined for any other text. */
export function uriOfPath(typed: string): string | undefined {
  const path = typed
    .trim()
    .replaceAll('\\', '/')
    .replace(/(?<=[^/:])\/+$/, '');
  const absolute = /^[A-Za-z]:\//.test(path) ? `/${path}` : path;
  if (!absolute.startsWith('/') || /\p{Cc}/u.test(absolute)) return undefined;
  return `file://${absolute.split('/').map(encodeSegment).join('/')}`;
}

/** Colons stay: they belong to the drives of Windows. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll('%3A', ':');
}

/** The path of a `file:` URI; anything else stays as it is. */
export function pathOfUri(uri: string): string {
  if (!/^file:\/\//i.test(uri)) return uri;
  try {
    return decodeURIComponent(new URL(uri).pathname).replace(/^\/(?=[A-Za-z]:)/, '');
  } catch {
    return uri;
  }
}

/** The name that a folder is called by. */
export function folderName(uri: string): string {
  return pathOfUri(uri).replace(/\/+$/, '').split('/').at(-1) || pathOfUri(uri);
}

/** The folder that is being typed in, with a final slash, and the beginning of the name that follows. */
export function typedIn(path: string): { readonly folder: string; readonly start: string } {
  const slash = path.lastIndexOf('/');
  return { folder: path.slice(0, slash + 1), start: path.slice(slash + 1) };
}

/** Those among the entries of a folder that may be meant; hidden ones only when a dot was typed. */
export function meantFolders(
  entries: readonly { readonly name: string; readonly type: string }[],
  start: string,
): readonly string[] {
  const wanted = start.toLowerCase();
  return entries
    .filter(({ type }) => type === 'directory')
    .map(({ name }) => name)
    .filter(
      (name) => name.toLowerCase().startsWith(wanted) && (start.startsWith('.') || !name.startsWith('.')),
    );
}
