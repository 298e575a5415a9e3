import type { z } from 'zod';

/** One sentence for a person: where it is wrong, and what was expected. */
export function explain(error: z.ZodError, subject: string): string {
  const issue = error.issues[0];
  if (!issue) return `Invalid ${subject}.`;
  const path = issue.path.map(String).join('.');
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  return `Invalid ${subject}${path ? ` at "${path}"` : ''}: ${issue.message}${more}.`;
}
