import { allowedWords, who } from '@loggia/client';
import { readAuthor, type AuditRecord } from '@loggia/protocol';
import { bytes } from '../ui/bytes.ts';

export function decisionWord({ decision }: Pick<AuditRecord, 'decision'>): string {
  if (decision === 'allowed') return 'Allowed';
  return decision === 'refused' ? 'Refused' : decision === 'failed' ? 'Failed' : decision;
}

/** None for what need not worry anybody. */
export function decisionTone(
  record: Pick<AuditRecord, 'decision' | 'method' | 'target'>,
): 'success' | 'warning' | 'danger' | undefined {
  if (record.decision === 'allowed') return 'success';
  if (record.decision !== 'refused') return 'warning';
  return isProbe(record) ? undefined : 'danger';
}

/** Libraries try whether they may make code out of text, and do without where they may not. Others need it. */
export function isProbe({ method, target }: Pick<AuditRecord, 'method' | 'target'>): boolean {
  return method === 'csp' && target === 'eval';
}

export const probeWords =
  'Many libraries probe for eval and fall back without it. If the View works, nothing is wrong.';

/** The tool, resource or domain that it is about, cut to a line. */
export function sentTo({ target }: Pick<AuditRecord, 'target'>): string | undefined {
  if (target === undefined || target === '') return undefined;
  return target.length > 120 ? `${target.slice(0, 119)}…` : target;
}

/** The caller. A View is named by its title, because its id means nothing to people. */
export function callerWord(
  record: Pick<AuditRecord, 'by' | 'view' | 'clientId' | 'principal'>,
  views: ReadonlyMap<string, string>,
): string {
  const { by, view, clientId, principal } = record;
  // An agent's call of a View's tool names the View that ran it, not a caller.
  const title = view === undefined || by === 'agent' ? undefined : views.get(view);
  if (title !== undefined) return `View “${title.slice(0, 120)}”`;
  if (view !== undefined && by !== 'agent') return 'A View';
  const { actor } = readAuthor(principal);
  if (by === 'handler' && actor?.server !== undefined) return `Handler ${actor.server}`;
  if (actor?.kind === 'agent') return actor.name === undefined ? 'An agent' : `Agent ${actor.name}`;
  if (actor?.kind === 'key') return actor.name === undefined ? 'An API key' : `Key “${actor.name}”`;
  if (clientId === 'host') return 'The host itself';
  if (actor?.kind === 'handler') return actor.name === undefined ? 'The handler' : `Handler ${actor.name}`;
  return by === 'view' || actor?.kind === 'view'
    ? 'A View'
    : by === 'person'
      ? personWord(principal)
      : 'A client';
}

function personWord(person: string): string {
  const name = who(person);
  return name === 'you' ? 'You' : name;
}

/** The kind of caller. Records of older hosts do not say it. */
export function callerOf({
  by,
  view,
  clientId,
  principal,
}: Pick<AuditRecord, 'by' | 'view' | 'clientId' | 'principal'>): string {
  if (by !== undefined) return by;
  if (view !== undefined) return 'view';
  return readAuthor(principal).actor?.kind ?? (clientId === 'host' ? 'handler' : 'person');
}

export function agentOf({ principal }: Pick<AuditRecord, 'principal'>): string | undefined {
  const { actor } = readAuthor(principal);
  return actor?.kind === 'agent' ? actor.name : undefined;
}

/** The caller, and why the call was allowed. */
export function basisWord(
  record: Pick<AuditRecord, 'by' | 'view' | 'clientId' | 'principal' | 'allowedBy'>,
  views: ReadonlyMap<string, string>,
): string {
  const caller = callerWord(record, views);
  const allowed = allowedWords(record);
  return allowed === undefined ? caller : `${caller}, ${allowed}`;
}

/** The sizes of request and response. */
export function sizeWord({
  requestBytes,
  responseBytes,
}: Pick<AuditRecord, 'requestBytes' | 'responseBytes'>): string {
  const sent = bytes(requestBytes);
  return responseBytes === undefined ? sent : `${sent} → ${bytes(responseBytes)}`;
}

/** To tell Views of the same title apart. */
export function viewChoice(view: string, views: ReadonlyMap<string, string>): string {
  const own = view.replace(/^toolCall:.*#|^artifact:/s, '').slice(0, 8);
  return `${views.get(view) ?? 'View'} (${own})`;
}

/** The method, in words where it isn't a method of the protocol. */
export function methodWord({ method, by, view }: Pick<AuditRecord, 'method' | 'by' | 'view'>): string {
  if (by === 'agent' && view !== undefined) return 'Tool of a View';
  if (method === 'csp') return 'Blocked by the browser';
  // A command of the host's own, which a handler or an agent ran.
  return method === 'sandbox/open' ? 'Opened a View' : method.replace(/^x-loggia\//, '');
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
