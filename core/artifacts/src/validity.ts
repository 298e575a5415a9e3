import type { ContextProblem, TypePort } from './ports.ts';
import { invalid, quoted, sentences } from './refusals.ts';

interface Subject {
  readonly workspace: string;
  readonly type: string;
  readonly title: string;
  readonly context: unknown;
}

/** What the type's schema has against the context; nothing where it has none. */
export function problemsOf(
  types: TypePort,
  { workspace, type, context }: Subject,
): readonly ContextProblem[] {
  return types.resolve(workspace, type).validate(context);
}

/** Refuses, all at once, contexts that their types do not allow. */
export function assertValid(types: TypePort, subjects: Iterable<Subject>): void {
  const said: string[] = [];
  const problems: ContextProblem[] = [];
  for (const subject of subjects) {
    for (const problem of problemsOf(types, subject)) {
      said.push(`${quoted(subject.title)}, ${where(problem.path)}: ${problem.message}`);
      problems.push(problem);
    }
  }
  if (said.length === 0) return;
  throw invalid(`The context doesn't match its type. ${sentences(said)}`, {
    problems: problems.slice(0, 100),
  });
}

function where(path: string): string {
  return path === '' ? 'context' : `context at ${path}`;
}
