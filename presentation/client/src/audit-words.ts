import type { AuditRecord } from '@loggia/protocol';

type AllowedBy = NonNullable<AuditRecord['allowedBy']>;

const words: Readonly<Record<string, string>> = {
  request: 'on request',
  asked: 'confirmed',
  session: 'allowed in session',
  always: 'always allowed',
  readOnly: 'read-only',
  policy: 'host policy',
  opener: 'opened the View',
  view: 'allowed for View',
  appOnly: 'Views only',
  client: 'client decides',
} satisfies Readonly<Partial<Record<AllowedBy, string>>>;

/** Why a call was let through, in a few words; undefined where nothing had to be decided. */
export function allowedWords({ allowedBy }: Pick<AuditRecord, 'allowedBy'>): string | undefined {
  return allowedBy === undefined ? undefined : (words[allowedBy] ?? allowedBy);
}
