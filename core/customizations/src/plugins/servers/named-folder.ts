import { statSync } from 'node:fs';
import path from 'node:path';
import type { ServerTransport } from '@loggia/mcp';

const pathLike = /^(?:\.{1,2}$|\.{0,2}[/\\]|[A-Za-z]:[/\\])/;

/**
 * Whether the command line ends in folders for the server to work in, such as `server-filesystem /srv/notes`. Some
 * servers forget these when they are told the session's folder. A folder after an option is the option's.
 */
export function namesFolder(transport: ServerTransport): boolean {
  if (transport.kind !== 'stdio') return false;
  const { args, cwd } = transport;
  return args.some((arg, index) => {
    const before = args[index - 1];
    if (before === undefined || before.startsWith('-') || !pathLike.test(arg)) return false;
    if (cwd === undefined && !path.isAbsolute(arg)) return false;
    return isFolder(path.resolve(cwd ?? '', arg));
  });
}

function isFolder(found: string): boolean {
  try {
    return statSync(found, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
