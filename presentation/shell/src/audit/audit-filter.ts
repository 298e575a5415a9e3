import type { AuditRecord } from '@loggia/protocol';
import type { Page } from '../host/paged-list.ts';
import { agentOf, callerOf } from './audit-words.ts';

export interface AuditFilter {
  /** By id. */
  readonly server: string;
  /** A kind of caller, or one agent as `agent NAME`. */
  readonly caller: string;
  readonly view: string;
  readonly session: string;
  readonly method: string;
  readonly decision: '' | AuditRecord['decision'];
  readonly span: Span;
  /** The start of the time span, fixed when it was chosen. */
  readonly since: string;
  readonly text: string;
}

export type Span = '' | 'hour' | 'day' | 'week' | 'month';

export const noFilter: AuditFilter = {
  server: '',
  caller: '',
  view: '',
  session: '',
  method: '',
  decision: '',
  span: '',
  since: '',
  text: '',
};

const hour = 3_600_000;
const lengths: Readonly<Record<Exclude<Span, ''>, number>> = {
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
};

/** ISO 8601; empty without a span. */
export function sinceOf(span: Span, now: number): string {
  return span === '' ? '' : new Date(now - lengths[span]).toISOString();
}

/** The part of the filter that the host applies itself. */
export function askedOf({ server, session, since }: AuditFilter): {
  readonly server?: string;
  readonly session?: string;
  readonly since?: string;
} {
  return {
    ...(server !== '' && { server }),
    ...(session !== '' && { session }),
    ...(since !== '' && { since }),
  };
}

/** The rest, which is looked at here. */
export function matches(record: AuditRecord, { caller, view, method, decision, text }: AuditFilter): boolean {
  if (caller !== '' && caller !== callerOf(record) && caller !== `agent ${agentOf(record)}`) return false;
  if (view !== '' && record.view !== view) return false;
  if (method !== '' && record.method !== method) return false;
  if (decision !== '' && record.decision !== decision) return false;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const { serverName, principal, target = '', reason = '', view: shown = '' } = record;
  return [serverName, principal, record.method, target, reason, shown]
    .join('\n')
    .toLowerCase()
    .includes(wanted);
}

export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== '');
}

/**
 * The records read before, with the newest page in front, each record once. If the page doesn't reach back to them, the
 * gap would be invisible, so the list starts over with the page.
 */
export function withNewest(before: Page<AuditRecord>, newest: Page<AuditRecord>): Page<AuditRecord> {
  const known = new Set(before.entries.map(({ id }) => id));
  const fresh = newest.entries.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return before;
  const hasGap = fresh.length === newest.entries.length && newest.cursor !== undefined;
  return hasGap ? newest : { ...before, entries: [...fresh, ...before.entries] };
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices for the filters, from the records seen so far. */
export function choicesIn(records: readonly AuditRecord[]): {
  readonly servers: readonly Choice[];
  readonly agents: readonly string[];
  readonly views: readonly string[];
  readonly methods: readonly string[];
  readonly sessions: readonly string[];
} {
  const servers = new Map(records.map(({ server, serverName }) => [server, serverName]));
  const sorted = (values: readonly (string | undefined)[]): readonly string[] =>
    [...new Set(values.filter((value) => value !== undefined))].toSorted().slice(0, 500);
  return {
    servers: Array.from(servers, ([value, label]) => ({ value, label })).toSorted((a, b) =>
      a.label.localeCompare(b.label),
    ),
    agents: sorted(records.map(agentOf)),
    views: sorted(records.map(({ view }) => view)),
    methods: sorted(records.map(({ method }) => method)),
    sessions: sorted(records.map(({ session }) => session)),
  };
}
