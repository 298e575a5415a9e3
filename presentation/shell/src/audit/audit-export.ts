import type { AuditRecord } from '@loggia/protocol';

export type ExportFormat = 'jsonl' | 'csv';

const columns = [
  'id',
  'at',
  'decision',
  'serverName',
  'server',
  'method',
  'target',
  'reason',
  'view',
  'session',
  'principal',
  'clientId',
  'requestBytes',
  'responseBytes',
  'durationMs',
  'by',
  'allowedBy',
] as const satisfies readonly (keyof AuditRecord)[];

export function headOf(format: ExportFormat): string {
  return format === 'csv' ? `${columns.join(',')}\r\n` : '';
}

export function lineOf(record: AuditRecord, format: ExportFormat): string {
  if (format === 'jsonl') return `${JSON.stringify(record)}\n`;
  return `${columns.map((column) => cell(record[column])).join(',')}\r\n`;
}

/**
 * Spreadsheets run cells that begin like a formula, and Views choose many of these words, so an apostrophe marks them
 * as text. Our own numbers are left as they are.
 */
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[=+\-@\t\r\n|]|^\s+[=+\-@|]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export interface AuditPageAnswer {
  readonly records: readonly AuditRecord[];
  readonly nextCursor?: string | undefined;
}

export interface ExportRequest {
  readonly format: ExportFormat;
  page(cursor: string | undefined): Promise<AuditPageAnswer>;
  keeps(record: AuditRecord): boolean;
  /** Told how many were looked at, and how many of them are in the file. */
  onProgress(seen: number, kept: number): void;
  readonly signal: AbortSignal;
}

/** The whole list, page by page; the pieces of the file, in order. Rejects when it is cancelled. */
export async function exportAudit(request: ExportRequest): Promise<readonly string[]> {
  const { format, signal } = request;
  const pieces = [headOf(format)];
  let [seen, kept] = [0, 0];
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await request.page(cursor);
    const records = page.records.filter((record) => request.keeps(record));
    seen += page.records.length;
    kept += records.length;
    if (records.length > 0) pieces.push(records.map((record) => lineOf(record, format)).join(''));
    request.onProgress(seen, kept);
    // A host that repeats a cursor would make this loop forever.
    if (page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  signal.throwIfAborted();
  return pieces;
}
