import { isArea, isOneCell, type Operand } from '../scope.ts';
import { asBoolean, compareValues, Failure, failures, type Value } from '../value.ts';
import { allValues, many, ofValues, single, type Functions, type Given } from './definition.ts';

function booleans(given: Given): boolean[] | Failure {
  const found: boolean[] = [];
  for (const value of allValues(given)) {
    // Text and empty cells say nothing about whether something holds.
    if (value === null || (typeof value === 'string' && asBoolean(value) instanceof Failure)) continue;
    const boolean = asBoolean(value);
    if (boolean instanceof Failure) return boolean;
    found.push(boolean);
  }
  return found.length === 0 ? new Failure('#VALUE!', 'At least one value must be TRUE or FALSE.') : found;
}

function overBooleans(run: (values: readonly boolean[]) => boolean) {
  return {
    least: 1,
    most: many,
    run: (given: Given): Value => {
      const values = booleans(given);
      return values instanceof Failure ? values : run(values);
    },
  };
}

function asking(test: (value: Value) => boolean) {
  return { least: 1, most: 1, run: ([operand]: Given): Value => test(single(operand)) };
}

/** Only for a single value: a range that contains an error is still a range. */
function failureIn(operand: Operand): Failure | undefined {
  if (isArea(operand) && !isOneCell(operand.block)) return undefined;
  const value = single(operand);
  return value instanceof Failure ? value : undefined;
}

export const logicFunctions: Functions = {
  IF: {
    least: 2,
    most: 3,
    choose([test, then, otherwise], evaluate) {
      const holds = asBoolean(single(evaluate(test)));
      if (holds instanceof Failure) return holds;
      if (holds) return evaluate(then);
      return otherwise === undefined ? false : evaluate(otherwise);
    },
  },
  IFS: {
    least: 2,
    most: many,
    choose(given, evaluate) {
      for (let at = 0; at + 1 < given.length; at += 2) {
        const holds = asBoolean(single(evaluate(given[at])));
        if (holds instanceof Failure) return holds;
        if (holds) return evaluate(given[at + 1]);
      }
      return new Failure('#N/A', 'None of the conditions is true.');
    },
  },
  SWITCH: {
    least: 3,
    most: many,
    choose([of, ...cases], evaluate) {
      const value = single(evaluate(of));
      if (value instanceof Failure) return value;
      for (let at = 0; at + 1 < cases.length; at += 2)
        if (compareValues(single(evaluate(cases[at])), value) === 0) return evaluate(cases[at + 1]);
      return cases.length % 2 === 1
        ? evaluate(cases.at(-1))
        : new Failure('#N/A', 'None of the cases matches.');
    },
  },
  IFERROR: {
    least: 2,
    most: 2,
    choose([value, otherwise], evaluate) {
      const found = evaluate(value);
      return failureIn(found) ? evaluate(otherwise) : found;
    },
  },
  IFNA: {
    least: 2,
    most: 2,
    choose([value, otherwise], evaluate) {
      const found = evaluate(value);
      return failureIn(found)?.code === '#N/A' ? evaluate(otherwise) : found;
    },
  },
  AND: overBooleans((values) => values.every(Boolean)),
  OR: overBooleans((values) => values.some(Boolean)),
  XOR: overBooleans((values) => values.filter(Boolean).length % 2 === 1),
  NOT: ofValues(1, 1, ([value = null]) => {
    const boolean = asBoolean(value);
    return boolean instanceof Failure ? boolean : !boolean;
  }),
  TRUE: ofValues(0, 0, () => true),
  FALSE: ofValues(0, 0, () => false),
  NA: ofValues(0, 0, () => failures.missing),
  ISBLANK: asking((value) => value === null),
  ISNUMBER: asking((value) => typeof value === 'number'),
  ISTEXT: asking((value) => typeof value === 'string'),
  ISERROR: asking((value) => value instanceof Failure),
  ISNA: asking((value) => value instanceof Failure && value.code === '#N/A'),
};
