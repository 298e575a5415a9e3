import type { AuditEntry } from './audit.ts';

const maxLength = 500;
/** A reason can contain a policy, which is useless if cut. */
const maxReason = 2000;

/** Texts come from clients, Views and servers, which must not be able to fill the disk with them. */
export function bounded(entry: AuditEntry): AuditEntry {
  const shortened = Object.entries(entry).map(([name, value]) => [
    name,
    shorten(value, name === 'reason' ? maxReason : maxLength),
  ]);
  return Object.fromEntries(shortened) as AuditEntry;
}

function shorten(value: unknown, length: number): unknown {
  if (typeof value !== 'string' || value.length <= length) return value;
  return `${value.slice(0, length - 1)}…`;
}
