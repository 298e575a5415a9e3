import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TreeChange } from './change-batch.ts';
import { onBehalfOf } from './errors.ts';
import { compileGlob, type Glob } from './glob.ts';
import { TreeWatcher, type WatchLimits } from './tree-watcher.ts';

const defaultLimits: WatchLimits = {
  maxFolders: 4096,
  maxEntries: 50_000,
  maxChangesPerBatch: 1000,
  maxPendingEvents: 8192,
  delayMs: 50,
};

export interface WatchOptions {
  readonly recursive: boolean;
  /** Patterns relative to the watched folder; without any, everything is reported. */
  readonly includes?: readonly string[] | undefined;
  /** Matching paths aren't reported, and matching folders aren't watched. */
  readonly excludes?: readonly string[] | undefined;
  readonly limits?: Partial<WatchLimits>;
  /** Called once when the watch ends by itself: the watched path is gone, or `error` says why. Must not throw. */
  readonly onEnd?: (error?: unknown) => void;
}

function anyOf(patterns: readonly string[] | undefined): Glob | undefined {
  if (patterns === undefined || patterns.length === 0) return undefined;
  const globs = patterns.map(compileGlob);
  return (file) => globs.some((matches) => matches(file));
}

/**
 * Reports changes to a real path and everything below it, from when the promise resolves until `close`. A file is
 * watched through its folder, since most programs replace files. If the path itself is deleted, that is the last change
 * reported. Links are reported as entries and not followed.
 */
export function watchTree(
  realPath: string,
  options: WatchOptions,
  onChanges: (changes: readonly TreeChange[]) => void,
): Promise<{ close(): void }> {
  return onBehalfOf(pathToFileURL(realPath).href, async () => {
    const included = anyOf(options.includes);
    const excluded = anyOf(options.excludes);
    const isFolder = (await stat(realPath)).isDirectory();
    const only = isFolder ? undefined : path.basename(realPath);
    const watcher = new TreeWatcher({
      root: isFolder ? realPath : path.dirname(realPath),
      recursive: isFolder && options.recursive,
      isWatched: (file) => (only === undefined ? !excluded?.(file) : file === only),
      isTold: (file) => file === '' || file === only || !included || included(file),
      endsWith: only ?? '',
      limits: { ...defaultLimits, ...options.limits },
      onChanges,
      onEnd: options.onEnd ?? (() => undefined),
    });
    await watcher.start();
    return { close: () => watcher.close() };
  });
}
