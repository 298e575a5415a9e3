import type { Clock, RecordRange, Scheduler, StoredRecord } from '@loggia/kernel';
import { ProtocolError, readAuthor, type AuditRecord } from '@loggia/protocol';
import { bounded } from './bounded.ts';

/** A record before it has its number and time. */
export type AuditEntry = Omit<AuditRecord, 'id' | 'at'>;

export interface AuditQuery {
  readonly session?: string | undefined;
  readonly server?: string | undefined;
  /** By name. */
  readonly agent?: string | undefined;
  /** ISO 8601; inclusive. */
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface AuditPage {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** There may be more even if this page is short or empty: a page examines a limited number of records. */
  readonly nextCursor?: string;
}

/** Records of all requests to servers, with their callers. */
export interface Audit {
  /**
   * Returns immediately and never throws. `describe` is called a moment later, after the request it describes has been
   * answered; the record is durable soon after, together with others.
   */
  write(describe: () => AuditEntry): void;
  /** Throws InvalidParams for an invalid time. */
  list(query?: AuditQuery): Promise<AuditPage>;
  /** Writes the collected records now. */
  flush(): void;
  /** Removes records from before this time, ISO 8601, as far as none of those stored with them is newer. */
  removeBefore(time: string): Promise<void>;
}

/** The kernel's records: every later read sees a write, which is durable with the commit of its turn. */
export interface AuditRecords {
  put(namespace: string, key: string, value: unknown): void;
  delete(namespace: string, key: string): void;
  list(namespace: string, range?: RecordRange): Promise<readonly StoredRecord[]>;
}

export interface AuditPorts {
  readonly records: AuditRecords;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** Reports records that couldn't be written. */
  report(problem: string, error: unknown): void;
  /** The minimum number that is kept; the oldest are removed a few at a time. */
  readonly maxRecords?: number;
}

const namespace = 'audit';
export { namespace as auditRecords };
const keyDigits = 15;
const defaultLimit = 100;
const maxLimit = 1000;
/** Views send bursts; a commit, or even a row, per message would cost more than the message. */
const gatherMs = 100;
/** Collected records hold on to requests and results, so their number is limited. */
const mostGathered = 1000;
const sheetSize = 100;
const sheetsAtOnce = 20;
const examinedForOnePage = 5000;

interface Gathered {
  readonly number: number;
  readonly at: number;
  readonly describe: () => AuditEntry;
}

/** The records stored under one key, which is the id of the first. */
type Sheet = readonly AuditRecord[];

/**
 * Records are numbered without gaps and stored in sheets; the oldest sheets are removed first, so the newest and the
 * oldest number tell how many records there are.
 */
export async function openAudit(ports: AuditPorts): Promise<Audit> {
  const { records, clock, scheduler, report, maxRecords = 100_000 } = ports;
  const [newest] = await records.list(namespace, { order: 'descending', limit: 1 });
  const [first] = await records.list(namespace, { limit: 1 });
  let last = newest ? lastOf(newest.value as Sheet) : 0;
  let oldest = first ? Number(first.key) : 1;
  let gathered: Gathered[] = [];
  let trimming = false;

  function write(describe: () => AuditEntry): void {
    if (gathered.length === 0) scheduler.after(gatherMs, flush);
    gathered.push({ number: (last += 1), at: clock.now(), describe });
    // Deferred: the caller of the last one is waiting for an answer.
    if (gathered.length === mostGathered) scheduler.after(0, flush);
  }

  function flush(): void {
    const all = gathered;
    gathered = [];
    for (let start = 0; start < all.length; start += sheetSize) store(all.slice(start, start + sheetSize));
    if (last - oldest + 1 > maxRecords + sheetSize && !trimming) void trim();
  }

  function store(part: readonly Gathered[]): void {
    try {
      const sheet: Sheet = part.map(recordOf);
      const [head] = sheet;
      if (head) records.put(namespace, head.id, sheet);
    } catch (error) {
      report('Audit records could not be written', error);
    }
  }

  /** Removes whole sheets only, so that the promised number is always kept. */
  async function trim(): Promise<void> {
    trimming = true;
    try {
      for (const { key, value } of await records.list(namespace, { limit: sheetsAtOnce })) {
        const end = lastOf(value as Sheet);
        if (last - end < maxRecords) break;
        records.delete(namespace, key);
        oldest = end + 1;
      }
    } catch (error) {
      report('Old audit records could not be removed', error);
    }
    trimming = false;
  }

  async function removeBefore(time: string): Promise<void> {
    for (;;) {
      const sheets = await records.list(namespace, { limit: sheetsAtOnce });
      // Only the oldest are removed, so that no gap remains where a clock was set back.
      const kept = sheets.findIndex(({ value }) => (value as Sheet).some(({ at }) => at >= time));
      const removed = kept < 0 ? sheets : sheets.slice(0, kept);
      for (const { key, value } of removed) {
        records.delete(namespace, key);
        oldest = lastOf(value as Sheet) + 1;
      }
      if (removed.length < sheetsAtOnce) return;
    }
  }

  async function list(query: AuditQuery = {}): Promise<AuditPage> {
    if (query.since !== undefined && Number.isNaN(Date.parse(query.since))) {
      const advice = 'Write it as ISO 8601, such as 2026-01-31T12:00:00Z.';
      throw new ProtocolError('InvalidParams', `"${query.since}" isn't a time. ${advice}`);
    }
    flush();
    const limit = Math.min(query.limit ?? defaultLimit, maxLimit);
    const found: AuditRecord[] = [];
    let before = query.cursor;
    for (let examined = 0; examined < examinedForOnePage;) {
      const range = { before, limit: sheetsAtOnce, order: 'descending' as const };
      const sheets = (await records.list(namespace, range)).map(({ value }) => value as Sheet);
      const read = sheets.flatMap((sheet) => sheet.toReversed()).filter(({ id }) => !before || id < before);
      for (const record of read) {
        before = record.id;
        if (!matches(record, query)) continue;
        found.push(record);
        if (found.length === limit) return { records: found, nextCursor: record.id };
      }
      examined += read.length;
      // A clock that was set back mixes times a little, so one old record doesn't end the search; a run of them does.
      if (sheets.length < sheetsAtOnce || read.every((record) => isBefore(record, query.since)))
        return { records: found };
    }
    return { records: found, ...(before !== undefined && { nextCursor: before }) };
  }

  return { write, list, flush, removeBefore };
}

function recordOf({ number, at, describe }: Gathered): AuditRecord {
  return { id: keyOf(number), at: new Date(at).toISOString(), ...bounded(describe()) };
}

function lastOf(sheet: Sheet): number {
  return Number(sheet.at(-1)?.id ?? 0);
}

function keyOf(number: number): string {
  return String(number).padStart(keyDigits, '0');
}

function matches(record: AuditRecord, { session, server, agent, since }: AuditQuery): boolean {
  if (session !== undefined && record.session !== session) return false;
  if (server !== undefined && record.server !== server && record.serverName !== server) return false;
  if (agent !== undefined && agentIn(record) !== agent) return false;
  return !isBefore(record, since);
}

function agentIn({ principal }: AuditRecord): string | undefined {
  const { actor } = readAuthor(principal);
  return actor?.kind === 'agent' ? actor.name : undefined;
}

function isBefore({ at }: AuditRecord, since: string | undefined): boolean {
  return since !== undefined && Date.parse(at) < Date.parse(since);
}
