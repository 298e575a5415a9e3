const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const longest = 200;
const schemes = new Set(['http', 'https', 'wss']);

/**
 * A source for a content security policy, or undefined if it isn't an origin, a host or a pattern such as
 * `*.example.com`. The result has no spaces, quotes or separators, so none of it can become a directive, a keyword or a
 * second source.
 */
export function sourceOf(declared: string): string | undefined {
  if (declared.length > longest) return undefined;
  const text = declared.toLowerCase().replace(/\/$/, '');
  const [, scheme, authority = ''] = /^(?:([a-z]+):\/\/)?(.+)$/.exec(text) ?? [];
  if (scheme !== undefined && !schemes.has(scheme)) return undefined;
  const [, wildcard, name = '', port] = /^(\*\.)?([a-z0-9.-]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const labels = name.split('.');
  if (!labels.every((part) => part.length <= 63 && label.test(part))) return undefined;
  // A pattern for everything below one label, such as `*.com` or `*.localhost`, is too broad to mean anything.
  if (wildcard !== undefined && labels.length < 2) return undefined;
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) return undefined;
  return text;
}
