import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const nouns: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object'
  );
}

/** Says what is wrong, what the value is if that helps, and so what to do. One sentence or two. */
export function describeIssue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = nouns[issue.expected] ?? issue.expected;
      return value === undefined
        ? `It is missing. Write ${wanted} here.`
        : `It must be ${wanted}, and is ${kindOf(value)}.`;
    }
    case 'too_big':
      return `It is too long: write at most ${String(issue.maximum)} ${countedIn(issue.origin)}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? 'It is empty. Write some text, or leave it out.'
        : `It must be at least ${String(issue.minimum)}.`;
    case 'invalid_value':
      return `It must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((known) => JSON.stringify(known)).join(', ')}.`;
    case 'invalid_key':
      return `The key is not valid: it ${issue.issues[0]?.message ?? 'cannot be used'}.`;
    default:
      return `It ${issue.message}.`;
  }
}

function countedIn(origin: string): string {
  if (origin === 'string') return 'characters';
  return origin === 'array' ? 'entries' : '';
}
