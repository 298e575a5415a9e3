import type { ShellHost } from '../host/shell-host.ts';

/** Templates have some hundred kilobytes; those of frequently opened Views are worth caching. */
const most = 12;

const kept = new WeakMap<ShellHost, Map<string, Promise<string>>>();

/** The HTML of a View, cached by its hash. */
export function readTemplate(host: ShellHost, hash: string): Promise<string> {
  const templates = kept.get(host) ?? new Map<string, Promise<string>>();
  kept.set(host, templates);
  const known = templates.get(hash);
  if (known) return known;
  const reading = read(host, hash);
  templates.set(hash, reading);
  reading.catch(() => templates.delete(hash));
  const [oldest] = templates.keys();
  if (templates.size > most && oldest !== undefined) templates.delete(oldest);
  return reading;
}

async function read(host: ShellHost, hash: string): Promise<string> {
  const response = await host.fetch(`/api/templates/${hash}`);
  if (!response.ok)
    throw new Error(`The page of this View could not be read (${response.status}). Try again.`);
  return response.text();
}
