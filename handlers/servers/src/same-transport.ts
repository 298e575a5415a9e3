import { isRemote, type Settings } from './registration.ts';
import type { ServerReport } from './reports.ts';

/** Whether a server that the host reports may have been registered with these settings. */
export function isRegisteredWith(
  { transport }: Pick<ServerReport, 'transport'>,
  settings: Settings,
): boolean {
  if (isRemote(settings)) {
    const kinds = settings.type === undefined ? ['http', 'sse'] : [settings.type];
    return kinds.includes(transport.kind) && sameAddress(settings.url ?? '', transport.url ?? '');
  }
  if (transport.kind !== 'stdio') return false;
  const wanted = [settings.command ?? '', ...(settings.args ?? [])];
  const running = [transport.command ?? '', ...(transport.args ?? [])];
  return wanted.length === running.length && wanted.every((text, at) => fits(text, running[at] ?? ''));
}

function sameAddress(written: string, running: string): boolean {
  if (fits(written, running)) return true;
  try {
    return new URL(written).href === new URL(running).href;
  } catch {
    return false;
  }
}

/** The host fills in `${NAME}` before it reports: what stands there may be anything. */
function fits(written: string, running: string): boolean {
  const parts = written.split(/\$\{[^{}]*\}/);
  if (parts.length === 1) return written === running;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!running.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = running.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return running.length - last.length >= at && running.endsWith(last);
}
