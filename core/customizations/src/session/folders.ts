import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOfFileUri } from '@loggia/access';

/** Undefined if the URI isn't a path on this machine. */
export function localPath(uri: string): string | undefined {
  try {
    return pathOfFileUri(uri);
  } catch {
    return undefined;
  }
}

/** One spelling for each folder. */
export function folderUri(folder: string): string {
  return pathToFileURL(path.resolve(folder)).href.replace(/\/+$/, '');
}

/** The same URI for a source, however it was spelled. */
export function sourceUri(uri: string): string {
  const local = localPath(uri);
  return local === undefined ? uri.replace(/(?<=[^/:])\/+$/, '') : folderUri(local);
}
