import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ProtocolError, rootUri } from '@loggia/protocol';
import { errnoOf } from './errno.ts';
import { pathOfFileUri } from './file-uri.ts';
import { realPathOf } from './real-path.ts';

/** `write` includes `read`. */
export type Access = 'read' | 'write';

export interface Root {
  /** Its real path. */
  readonly path: string;
  readonly access: Access;
}

/** The directories that clients can access. Grants add up: where two roots overlap, the wider one counts. */
export interface Roots {
  /** Grants a directory. The returned function takes back this grant and no other. */
  add(directory: string, access: Access): Promise<() => void>;
  /** Takes back every grant of this directory. */
  remove(directory: string): void;
  list(): readonly Root[];
  /**
   * The real path of a `file:` URI, with every link followed, whether or not it exists. Throws PermissionDenied, naming
   * the grant to ask for, unless it lies in a root that grants `access`; InvalidParams for other URIs; and otherwise
   * the file system's errors. Links may change right after: open it through a held directory.
   */
  confine(uri: string, access: Access): Promise<string>;
  /** The same for the entry itself: if its last part is a link, this means the link and not its target. */
  confineEntry(uri: string, access: Access): Promise<string>;
  /** Whether this path is a root or contains one: such a directory must not be moved, replaced or deleted. */
  holdsRoot(realPath: string): boolean;
}

interface Granted extends Root {
  /** The path as given: clients use it to name the root, even if it contains a link. */
  readonly given: string;
}

export function isInside(directory: string, file: string): boolean {
  return (
    file === directory || file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)
  );
}

function deny(uri: string, access: Access): never {
  throw new ProtocolError(
    'PermissionDenied',
    `${JSON.stringify(uri)} is outside the folders this host may ${access}. Choose a path inside them, or add the folder to "roots" in the host's configuration.`,
    { request: { channel: rootUri, uri, [access]: true } },
  );
}

async function grant(directory: string, access: Access): Promise<Granted> {
  const shown = JSON.stringify(directory);
  if (!path.isAbsolute(directory) || directory.includes('\0')) {
    throw new ProtocolError('InvalidParams', `${shown} is not an absolute path. Write it in full.`);
  }
  try {
    const real = await realpath(directory);
    if ((await stat(real)).isDirectory()) return { given: path.resolve(directory), path: real, access };
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    throw new ProtocolError('NotFound', `There is no folder ${shown}. Create it first.`);
  }
  throw new ProtocolError('InvalidParams', `${shown} is not a folder. Choose one.`);
}

export function createRoots(): Roots {
  const granted = new Set<Granted>();

  function check(uri: string, file: string, access: Access): string {
    for (const root of granted) {
      if (isInside(root.path, file) && (access === 'read' || root.access === 'write')) return file;
    }
    return deny(uri, access);
  }

  /** Decides by name alone first: paths outside are never looked at, so nobody learns whether they exist. */
  function nameInside(uri: string, access: Access): string {
    const named = pathOfFileUri(uri);
    for (const root of granted) if (isInside(root.given, named) || isInside(root.path, named)) return named;
    return deny(uri, access);
  }

  return {
    async add(directory, access) {
      const root = await grant(directory, access);
      granted.add(root);
      return () => void granted.delete(root);
    },
    remove(directory) {
      const named = path.resolve(directory);
      for (const root of granted) if (root.given === named || root.path === named) granted.delete(root);
    },
    list: () => [...granted].map(({ path: real, access }) => ({ path: real, access })),
    async confine(uri, access) {
      return check(uri, await realPathOf(nameInside(uri, access)), access);
    },
    async confineEntry(uri, access) {
      const named = nameInside(uri, access);
      const parent = await realPathOf(path.dirname(named));
      return check(uri, path.join(parent, path.basename(named)), access);
    },
    holdsRoot: (realPath) => [...granted].some((root) => isInside(realPath, root.path)),
  };
}
