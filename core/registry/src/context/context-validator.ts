import { format, validate, type ValidationResult } from '@cfworker/json-schema';
import type { TypeContract } from '@loggia/content';
import { TooCostly } from './budget.ts';
import { guardedSchemaOf } from './check-schema.ts';
import { longestKey, type GuardedSchema } from './guarded-schema.ts';
import { meteredLists } from './metered-lists.ts';
import { plainProblems, type ContextProblem } from './plain-sentences.ts';

export interface ContextValidator {
  /**
   * Validates a context against the schema of its type; empty if there are no problems, and for types without a schema.
   * Never throws. The context is JSON; schema and context may both be hostile.
   */
  validate(contract: TypeContract, context: unknown): readonly ContextProblem[];
}

const deepest = 64;
const mostValues = 100_000;
/** A step evaluates one schema against one value, which takes some microseconds. The budget allows a few per value. */
const stepsFor = (values: number) => 100_000 + 8 * values;

/** The number of values, or the problem that would make the validator fail before it looks at anything. */
function measure(context: unknown): number | ContextProblem {
  let level: unknown[] = [context];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      count += 1;
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, entry] of Object.entries(value)) {
        if (key.length > longestKey)
          return { path: '', message: `A name in it is longer than ${longestKey} characters. Shorten it.` };
        if (/\p{Surrogate}/u.test(key))
          return { path: '', message: 'A name in it is not valid text. Rename it.' };
        next.push(entry);
      }
    }
    if (depth > deepest)
      return { path: '', message: `It is nested deeper than ${deepest} levels. Make it flatter.` };
    if (count > mostValues)
      return {
        path: '',
        message: `It has more than ${mostValues} values. Put some of them into the content.`,
      };
    level = next;
  }
  return count;
}

/** The validator keeps formats in a global table; ours are in it only while we validate. */
function withFormats<Value>(formats: GuardedSchema['formats'], run: () => Value): Value {
  for (const [name, isRight] of formats) format[name] = isRight;
  try {
    return run();
  } finally {
    for (const name of formats.keys()) delete format[name];
  }
}

function runValidator(schema: GuardedSchema, context: unknown, steps: number): ValidationResult {
  const run = (stopsEarly: boolean) => {
    schema.budget.refill(steps);
    const instance = schema.checksUniqueness ? meteredLists(context, schema.budget) : context;
    return validate(instance, schema.root, '2020-12', schema.lookup, stopsEarly);
  };
  return withFormats(schema.formats, () => {
    const first = run(true);
    if (first.valid) return first;
    // A first problem is known; now collect all of them.
    try {
      return run(false);
    } catch {
      return first;
    }
  });
}

export function createContextValidator(): ContextValidator {
  return {
    validate: (contract, context) => {
      const schema = guardedSchemaOf(contract);
      if (schema === undefined) return [];
      const values = measure(context);
      if (typeof values !== 'number') return [values];
      try {
        const { valid, errors } = runValidator(schema, context, stepsFor(values));
        return valid ? [] : plainProblems(errors);
      } catch (error) {
        const why =
          error instanceof TooCostly || error instanceof RangeError
            ? 'It would take too long to check it against the schema of its type'
            : 'It cannot be checked against the schema of its type';
        return [
          { path: '', message: `${why}. Make it smaller, or have the schema of ${contract.mime} changed.` },
        ];
      }
    },
  };
}
