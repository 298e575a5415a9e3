import type { AuditRecord } from '@loggia/protocol';

export function decisionWord({ decision }: Pick<AuditRecord, 'decision'>): string {
  if (decision === 'allowed') return 'Allowed';
  return decision === 'refused' ? 'Refused' : decision === 'failed' ? 'Failed' : decision;
}

export function decisionTone({ decision }: Pick<AuditRecord, 'decision'>): 'success' | 'warning' | 'danger' {
  if (decision === 'allowed') return 'success';
  return decision === 'refused' ? 'danger' : 'warning';
}

/** The tool, resource or domain that it is about, cut to a line. */
export function sentTo({ target }: Pick<AuditRecord, 'target'>): string | undefined {
  if (target === undefined || target === '') return undefined;
  return target.length > 120 ? `${target.slice(0, 119)}…` : target;
}

export function viewWord({ view, clientId }: Pick<AuditRecord, 'view' | 'clientId'>): string {
  if (view !== undefined) return `View ${view.slice(0, 60)}`;
  return clientId === 'host' ? 'The host itself' : 'A client';
}

/** What was done, in words where it is no method of the protocol. */
export function methodWord({ method }: Pick<AuditRecord, 'method'>): string {
  if (method === 'csp') return 'Blocked by the browser';
  return method === 'sandbox/open' ? 'Opened a View' : method;
}

/** The time of today; with the day before that. */
export function whenWords(at: string, now: number, locale?: string): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(then);
}
