import type { ShellHost } from '../host/shell-host.ts';

/** Templates are some hundred kilobytes; those of the Views that are opened again and again are worth keeping. */
const most = 12;

const kept = new WeakMap<ShellHost, Map<string, Promise<string>>>();

/** The HTML of a View. What has the same hash is the same, so that it is read once. */
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
