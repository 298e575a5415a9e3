import path from 'node:path';
import { isPlain } from '../files/names.ts';
import { FetchRefused } from './fetch-refused.ts';

/** An address that Git may be given, and the protocols that it may use for it. */
export interface GitAddress {
  readonly address: string;
  /** Without a user's name, which may be a token. */
  readonly shown: string;
  /** As `GIT_ALLOW_PROTOCOL` has it. */
  readonly protocols: string;
  /** The last part of it, such as `tools` of `https://example.com/tools.git`. */
  readonly name: string;
}

const protocols = new Set(['https:', 'ssh:', 'git:']);
const advice =
  'Give an address that starts with https://, ssh:// or git://, one like git@host:path, or the absolute path of a repository on the host.';

/**
 * Git runs programs for some addresses (`ext::`), and takes what begins with a hyphen for an option. Throws
 * FetchRefused for all but the plain ones.
 */
export function gitAddress(written: string): GitAddress {
  const address = written.trim();
  if (address === '' || !isPlain(address)) throw refused(written);
  if (path.isAbsolute(address)) return { address, shown: address, protocols: 'file', name: nameIn(address) };
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?![/:\\])(.+)$/.exec(address);
  if (scp && /^\w/.test(address) && /^\w/.test(scp[1] ?? '') && !scp[2]?.startsWith('-'))
    return { address, shown: address, protocols: 'ssh', name: nameIn(address) };
  return ofUrl(address, written);
}

function ofUrl(address: string, written: string): GitAddress {
  // Anything with "::" names a helper program of Git.
  if (!/^[a-z]+:\/\//i.test(address) || !URL.canParse(address)) throw refused(written);
  const url = new URL(address);
  if (url.protocol === 'file:')
    throw new FetchRefused(
      "Addresses that start with file:// aren't used. Give the absolute path of the repository.",
    );
  if (!protocols.has(url.protocol) || !/^[\w[]/.test(url.hostname)) throw refused(written);
  if (url.password !== '')
    throw new FetchRefused(
      'The address contains a password. Leave it out, and set up a credential helper or an SSH key for the user who runs the host.',
    );
  const shown = new URL(address);
  if (url.protocol === 'https:') shown.username = '';
  return {
    address,
    shown: shown.href,
    protocols: url.protocol.slice(0, -1),
    name: nameIn(url.pathname),
  };
}

/** A branch or tag; nothing that Git could take for an option or for several. Throws FetchRefused. */
export function gitRef(written: string): string {
  if (/^[A-Za-z0-9_][\w./+-]*$/.test(written) && !/\.\.|\/\/|\.lock$/.test(written)) return written;
  throw new FetchRefused(
    `${JSON.stringify(written.slice(0, 200))} isn't the name of a branch or tag. Correct it, or leave it out.`,
  );
}

function nameIn(address: string): string {
  const last =
    address
      .replace(/[/\\]+$/, '')
      .split(/[/\\:]/)
      .at(-1) ?? '';
  return last.replace(/\.git$/, '');
}

function refused(written: string): FetchRefused {
  return new FetchRefused(
    `${JSON.stringify(written.slice(0, 200))} isn't an address of a repository. ${advice}`,
  );
}
