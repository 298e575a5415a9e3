import { z } from 'zod';
import type { ChangesetFile } from '../channels/changeset/state.ts';
import type { ChangedLines } from '../common/line-diff.ts';

const keptKey = 'loggia/kept';

const lineSpanSchema = z.object({ start: z.number(), end: z.number() });
const keptLinesSchema = z.array(z.object({ before: lineSpanSchema, after: lineSpanSchema }));

/** The changes inside of a file that were kept, while others of the same file weren't. */
export function keptLinesOf({ _meta }: Pick<ChangesetFile, '_meta'>): readonly ChangedLines[] {
  const parsed = keptLinesSchema.safeParse(_meta?.[keptKey]);
  return parsed.success ? parsed.data : [];
}

/** The file with these changes kept and no others. */
export function withKeptLines(file: ChangesetFile, kept: readonly ChangedLines[]): ChangesetFile {
  const { [keptKey]: _, ...rest } = file._meta ?? {};
  return { ...file, _meta: { ...rest, ...(kept.length > 0 && { [keptKey]: kept }) } };
}

/** Whether a change is among those that were kept. The text before is the same for all of them, so its lines decide. */
export function isKeptChange({ before }: ChangedLines, kept: readonly ChangedLines[]): boolean {
  return kept.some((other) => other.before.start <= before.end && before.start <= other.before.end);
}
