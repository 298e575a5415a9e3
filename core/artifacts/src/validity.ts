import type { ContextProblem, TypePort } from './ports.ts';
import { invalid, quoted, sentences } from './refusals.ts';

interface Subject {
  readonly workspace: string;
  readonly type: string;
  readonly title: string;
  readonly context: unknown;
}

/** The problems that the type's schema finds in the context; none without a schema. */
export function problemsOf(
  types: TypePort,
  { workspace, type, context }: Subject,
): readonly ContextProblem[] {
  return types.resolve(workspace, type).validate(context);
}

/**
 * Throws if the type allows no artifact to start with this context, which nobody has sent: it is empty, or the
 * template's.
 */
export function assertStartable(types: TypePort, subject: Subject): void {
  const { workspace, type, title, context } = subject;
  const problems = problemsOf(types, subject);
  if (problems.length === 0) return;
  const template = types.resolve(workspace, type).template?.context;
  const isFromTemplate = template === context;
  const canUseTemplate =
    !isFromTemplate &&
    template !== undefined &&
    problemsOf(types, { ...subject, context: template }).length === 0;
  const why = isFromTemplate
    ? `The template of the type ${type} doesn't match its own schema`
    : `The type ${type} needs a context`;
  const advice = canUseTemplate
    ? 'Send one as "context", or start from the template of the type with "fromTemplate".'
    : 'Send one as "context".';
  throw invalid(`${why}. ${sentences(problems.map((problem) => saidOf(title, problem)))} ${advice}`, {
    problems: problems.slice(0, 100),
  });
}

/** Throws, naming all of them, for contexts that their types don't allow. */
export function assertValid(types: TypePort, subjects: Iterable<Subject>): void {
  const said: string[] = [];
  const problems: ContextProblem[] = [];
  for (const subject of subjects) {
    for (const problem of problemsOf(types, subject)) {
      said.push(saidOf(subject.title, problem));
      problems.push(problem);
    }
  }
  if (said.length === 0) return;
  throw invalid(`The context doesn't match its type. ${sentences(said)}`, {
    problems: problems.slice(0, 100),
  });
}

function saidOf(title: string, { path, message }: ContextProblem): string {
  return `${quoted(title)}, ${where(path)}: ${message}`;
}

function where(path: string): string {
  return path === '' ? 'context' : `context at ${path}`;
}
