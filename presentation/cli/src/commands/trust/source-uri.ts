import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { World } from '../../world.ts';

/** Converts a path to the URI that the host knows it by; URIs stay as they are. One letter is a Windows drive. */
export function sourceUri(typed: string, { workingDirectory }: Pick<World, 'workingDirectory'>): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(typed)) return typed;
  return pathToFileURL(path.resolve(workingDirectory, typed)).href;
}
