import { readFileSync } from 'node:fs';

/** From the manifest, which is two directories up both in `src` and in `dist`. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
