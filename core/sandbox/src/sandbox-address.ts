import { parseAuthority, type Authority } from '@loggia/access';

/** The address at which browsers reach the pages of Views. */
export interface SandboxAddress {
  readonly scheme: 'http' | 'https';
  /** Without the wildcard. */
  readonly name: string;
  /** With its colon, as in an origin; empty for the default port. */
  readonly port: string;
  readonly wildcard: boolean;
}

export const sandboxRule =
  'an origin with a wildcard, such as "https://*.views.example", or without one, which all Views then share';

export function parseSandboxAddress(text: string): SandboxAddress | undefined {
  const [, scheme, wildcard, rest = ''] = /^(https?):\/\/(\*\.)?(.+)$/i.exec(text) ?? [];
  const authority = parseAuthority(rest);
  if (scheme === undefined || authority === undefined || authority.name.startsWith('[')) return undefined;
  // A wildcard below one label would cover far too much, and an IP address has no names below it.
  if (wildcard !== undefined && !/[a-z]/.test(authority.name)) return undefined;
  const usual = scheme.toLowerCase() === 'https' ? 443 : 80;
  return {
    scheme: scheme.toLowerCase() as 'http' | 'https',
    name: authority.name,
    port: authority.port === undefined || authority.port === usual ? '' : `:${authority.port}`,
    wildcard: wildcard !== undefined,
  };
}

/** Whether the host or origin is one under which Views are served. */
export function isForViews(sandbox: string, name: string): boolean {
  const address = parseSandboxAddress(sandbox);
  const authority = parseAuthority(name.replace(/^[^/]*\/\//, ''));
  return address !== undefined && authority !== undefined && covers(address, authority);
}

export function covers({ wildcard, name, port }: SandboxAddress, asked: Authority): boolean {
  if (wildcard) return asked.name.endsWith(`.${name}`);
  return asked.name === name && (asked.port === undefined || port === `:${asked.port}`);
}
