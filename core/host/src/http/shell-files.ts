import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { authorityOf, type Environment } from './environment.ts';

export interface ShellOptions {
  /** The folder of the built shell. */
  readonly folder: string;
  /** The origins of Views, for a page that was reached under this name. */
  frameSources(authority: string): readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  // The PDF viewer needs these for old fonts and large character sets.
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
};

/** The compressed copies beside a file, the smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const readsAtOnce = 8;

/**
 * The page's own policy: the shell's scripts and styles, and frames for Views only from the sandbox. Code comes from
 * the assets folder only, since the same origin also serves uploads.
 */
function shellPolicy(authority: string, frames: readonly string[]): string {
  // The grammar of policies has no IPv6 addresses.
  const assets = authority.startsWith('[') ? "'self'" : `${authority}/assets/`;
  return [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `font-src ${assets}`,
    // Not every browser counts a WebSocket to the same server as 'self'.
    `connect-src 'self' ws://${authority} wss://${authority}`,
    `worker-src ${assets}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Only these two can turn text into markup or code: the sanitizer, and the shell's own workers.
    "require-trusted-types-for 'script'",
    'trusted-types dompurify loggia-worker',
  ].join('; ');
}

interface ServedFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: readonly { readonly encoding: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** The files of the shell, read once: there are few, and a new build can't mix with this one. */
export async function openShellFiles({
  folder,
  frameSources,
}: ShellOptions): Promise<Hono<Environment> | undefined> {
  if (!existsSync(path.join(folder, 'index.html'))) return undefined;
  const files = await readFiles(folder);
  const shell = new Hono<Environment>();
  for (const [name, file] of files) {
    const address = name === 'index.html' ? '/' : `/${name}`;
    shell.get(address, (context) => {
      const authority = authorityOf(context);
      const accepted = context.req.header('accept-encoding') ?? '';
      const smaller = file.compressed.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted));
      const headers: Record<string, string> = {
        'Content-Type': file.type,
        Vary: 'Accept-Encoding',
        ...(smaller && { 'Content-Encoding': smaller.encoding }),
        // Names of assets change with their content; the page that names them doesn't.
        'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(name === 'index.html' && {
          'Content-Security-Policy': shellPolicy(authority, frameSources(authority)),
          // Signing in opens windows of other sites, which report back over a separate channel.
          'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        }),
      };
      return context.body((smaller ?? file).bytes, 200, headers);
    });
  }
  return shell;
}

async function readFiles(folder: string): Promise<Map<string, ServedFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter(
      (entry) =>
        entry.isFile() && types[path.extname(entry.name)] !== undefined && !entry.name.startsWith('.'),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const files = new Map<string, ServedFile>();
  // A few at a time: a host may have few descriptors.
  for (let start = 0; start < names.length; start += readsAtOnce) {
    const some = names.slice(start, start + readsAtOnce);
    const read = await Promise.all(some.map((name) => readServed(folder, name)));
    for (const [index, name] of some.entries()) files.set(name, read[index]!);
  }
  return files;
}

async function readServed(folder: string, name: string): Promise<ServedFile> {
  const at = path.join(folder, name);
  const compressed: ServedFile['compressed'][number][] = [];
  for (const [encoding, suffix] of encodings)
    if (existsSync(at + suffix)) compressed.push({ encoding, bytes: await bytesOf(at + suffix) });
  return { type: types[path.extname(name)] ?? '', bytes: await bytesOf(at), compressed };
}

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}
