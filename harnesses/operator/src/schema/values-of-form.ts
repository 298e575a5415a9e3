import type { FormValue } from '@loggia/sessions/harness';
import { coerce, type Problem } from './coerce.ts';
import { choiceId, type Parameter } from './parameters.ts';

export interface FormReading {
  readonly values: ReadonlyMap<string, unknown>;
  /** Empty when all is well. */
  readonly problems: readonly Problem[];
}

/** Reads the answers of a form for these parameters. Fields that were left empty are left out. */
export function valuesOf(
  parameters: readonly Parameter[],
  answers: Readonly<Record<string, FormValue>>,
): FormReading {
  const values = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const parameter of parameters) {
    const { name, required } = parameter;
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (answer === undefined || (answer === '' && !(required && parameter.kind === 'text'))) {
      if (required) problems.push(({ isMissing }) => isMissing(name));
      continue;
    }
    const read = valueOf(parameter, answer);
    if (read.kind === 'problem') problems.push(read.problem);
    else values.set(name, read.value);
  }
  return { values, problems };
}

function valueOf(parameter: Parameter, answer: FormValue): ReturnType<typeof coerce> {
  const { kind } = parameter;
  if (kind === 'choice') return chosen(parameter, [String(answer)], ([value]) => value);
  if (kind === 'choices') {
    const ids = Array.isArray(answer) ? answer : [String(answer)];
    return chosen(parameter, ids, (all) => all);
  }
  if (kind === 'boolean' && typeof answer === 'boolean') return { kind: 'value', value: answer };
  return coerce(parameter, Array.isArray(answer) ? answer.join(',') : String(answer));
}

/** A client may send back the labels that it shows instead of the ids. */
function chosen(
  parameter: Parameter,
  ids: readonly string[],
  shape: (values: readonly unknown[]) => unknown,
): ReturnType<typeof coerce> {
  const found = ids.map((id) => parameter.choices.find((choice) => choiceId(choice) === id));
  if (found.some((choice) => choice === undefined)) return coerce(parameter, ids.join(','));
  return { kind: 'value', value: shape(found.map((choice) => choice?.value)) };
}
