import type { AuditRecord } from '@loggia/protocol';

type AllowedBy = NonNullable<AuditRecord['allowedBy']>;

const words: Readonly<Record<string, string>> = {
  request: 'requested by the user',
  asked: 'confirmed by the user',
  session: 'allowed in this session',
  always: 'always allowed',
  readOnly: 'read-only',
  policy: 'host policy',
  opener: 'tool that opened the View',
  view: 'allowed for this View',
  appOnly: 'tool for Views only',
  client: 'left to the client',
} satisfies Readonly<Partial<Record<AllowedBy, string>>>;

/** Why a call was let through, in a few words; undefined where nothing had to be decided. */
export function allowedWords({ allowedBy }: Pick<AuditRecord, 'allowedBy'>): string | undefined {
  return allowedBy === undefined ? undefined : (words[allowedBy] ?? allowedBy);
}
