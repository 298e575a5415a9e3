import type { AuditEntry } from './audit.ts';

const maxLength = 500;

/** Texts come from clients, Views and servers, who must not be able to fill the disk with them. */
export function bounded(entry: AuditEntry): AuditEntry {
  const shortened = Object.entries(entry).map(([name, value]) => [name, shorten(value)]);
  return Object.fromEntries(shortened) as AuditEntry;
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= maxLength) return value;
  return `${value.slice(0, maxLength - 1)}…`;
}
