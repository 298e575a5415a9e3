import type { ApiKey } from '@loggia/protocol';

export type Scope = 'read' | 'write' | 'admin';

export const scopes: readonly { readonly scope: Scope; readonly label: string; readonly says: string }[] = [
  { scope: 'read', label: 'Read', says: 'Lists, reads, searches and watches everything on this host.' },
  {
    scope: 'write',
    label: 'Write',
    says: 'Also changes artifacts and files, uses tools, and talks to agents. You approve the calls that they ask about.',
  },
  {
    scope: 'admin',
    label: 'Admin',
    says: 'Also approves calls, runs programs and changes settings: everything you can do, except for managing access.',
  },
];

/** A scope of a later host is shown as it is. */
export function scopeLabel(scope: ApiKey['scope']): string {
  return scopes.find((known) => known.scope === scope)?.label ?? scope;
}

/** In days; `never` is for keys that don't expire. */
export const lifetimes: readonly { readonly days: string; readonly label: string }[] = [
  { days: '7', label: '7 days' },
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: 'One year' },
  { days: 'never', label: 'Never' },
];

/** As the host takes it, in seconds; undefined for a key that doesn't expire. */
export function lifetimeOf(days: string): { readonly expiresIn?: number } {
  return days === 'never' ? {} : { expiresIn: Number(days) * 24 * 60 * 60 };
}

export function expiryWords(
  { expires, expired }: Pick<ApiKey, 'expires' | 'expired'>,
  locale?: string,
): string {
  if (expires === undefined) return 'Doesn’t expire';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(expires));
  return `${expired ? 'Expired' : 'Expires'} on ${day}`;
}
