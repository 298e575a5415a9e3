import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One sentence for a person: the location of the problem, and what was expected. */
export function explain(error: z.ZodError, subject: string): string {
  const issue = error.issues[0];
  if (!issue) return `Invalid ${subject}.`;
  const { path, message } = innermost(issue);
  return ended(`Invalid ${subject}${path ? ` at "${path}"` : ''}: ${message}`, error);
}

/** The same for the parameters of a command. It names the parameter and not the command: the caller knows that one. */
export function explainParameters(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'The parameters are invalid.';
  const { path, message, code, isMissing } = innermost(issue);
  if (code === 'unrecognized_keys') return path ? `In "${path}": ${message}` : message;
  if (!path) return ended(`The parameters are invalid: ${message}`, error);
  return ended(`${isMissing ? 'Missing' : 'Invalid'} parameter "${path}": ${message}`, error);
}

interface Found {
  readonly path: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly isMissing: boolean;
}

/** The variant of a union that the value comes closest to tells more than "Invalid input". */
function innermost(issue: Issue, above: readonly PropertyKey[] = []): Found {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.toSorted((one, other) => one.length - other.length)[0]?.[0];
    if (closest) return innermost(closest, path);
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const stripped = issue.message.replace(/^Invalid input: /, '').replace(/[,;] received undefined$/, '');
  return { path: path.map(String).join('.'), message: stripped, code: issue.code, isMissing };
}

function ended(sentence: string, { issues }: z.ZodError): string {
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return /[.?!]$/.test(sentence) && more === '' ? sentence : `${sentence.replace(/\.$/, '')}${more}.`;
}
