const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const longest = 200;
const schemes = new Set(['http', 'https', 'wss']);

/**
 * A source as a content security policy may hold it, or undefined for what is no origin, no host and no pattern such as
 * `*.example.com`. What passes has neither spaces nor quotes nor separators, so nothing of it can become a directive, a
 * keyword or a second source.
 */
export function sourceOf(declared: string): string | undefined {
  if (declared.length > longest) return undefined;
  const text = declared.toLowerCase().replace(/\/$/, '');
  const [, scheme, authority = ''] = /^(?:([a-z]+):\/\/)?(.+)$/.exec(text) ?? [];
  if (scheme !== undefined && !schemes.has(scheme)) return undefined;
  const [, wildcard, name = '', port] = /^(\*\.)?([a-z0-9.-]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const labels = name.split('.');
  if (!labels.every((part) => part.length <= 63 && label.test(part))) return undefined;
  // A pattern for everything below one label, such as `*.com` or `*.localhost`, declares nothing in particular.
  if (wildcard !== undefined && labels.length < 2) return undefined;
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) return undefined;
  return text;
}
