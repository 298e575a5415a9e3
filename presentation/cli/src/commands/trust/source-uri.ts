import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { World } from '../../world.ts';

/** A path becomes the URI that the host knows it by; what is a URI stays as it is. One letter is a drive of Windows. */
export function sourceUri(typed: string, { workingDirectory }: Pick<World, 'workingDirectory'>): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(typed)) return typed;
  return pathToFileURL(path.resolve(workingDirectory, typed)).href;
}
