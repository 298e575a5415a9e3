import type { Node } from '../syntax.ts';
import { isArea, isOneCell, type Operand, type Scope } from '../scope.ts';
import { asNumber, Failure, failures, type Value } from '../value.ts';

/** Arguments that are left out, as in `IF(A2,,1)`, are empty. */
export type Given = readonly Operand[];

export interface FormulaFunction {
  readonly least: number;
  readonly most: number;
  run(given: Given, scope: Scope): Operand;
}

/** A function that decides itself what of its arguments is evaluated. */
export interface LazyFunction {
  readonly least: number;
  readonly most: number;
  choose(given: readonly (Node | undefined)[], evaluate: (node: Node | undefined) => Operand): Operand;
}

export type Functions = Readonly<Record<string, FormulaFunction | LazyFunction>>;

export const many = 255;

export function single(operand: Operand | undefined): Value {
  if (operand === undefined) return null;
  if (!isArea(operand)) return operand;
  return isOneCell(operand.block) ? operand.at(0, 0) : failures.area;
}

/** Functions of single values; the first error among them is the result. */
export function ofValues(
  least: number,
  most: number,
  run: (values: readonly Value[], scope: Scope) => Value,
): FormulaFunction {
  return {
    least,
    most,
    run(given, scope) {
      const values = given.map(single);
      return values.find((value) => value instanceof Failure) ?? run(values, scope);
    },
  };
}

/** Functions of single numbers. */
export function ofNumbers(
  least: number,
  most: number,
  run: (...numbers: number[]) => Value,
): FormulaFunction {
  return ofValues(least, most, (values) => {
    const numbers: number[] = [];
    for (const value of values) {
      const number = asNumber(value);
      if (number instanceof Failure) return number;
      numbers.push(number);
    }
    return run(...numbers);
  });
}

/** All numbers in ranges and direct arguments: text in a range is skipped, an error is not. */
export function numbersIn(given: Given): number[] | Failure {
  const numbers: number[] = [];
  for (const operand of given) {
    if (!isArea(operand)) {
      const number = asNumber(operand);
      if (number instanceof Failure) return number;
      numbers.push(number);
      continue;
    }
    for (const value of operand.values()) {
      if (value instanceof Failure) return value;
      if (typeof value === 'number') numbers.push(value);
    }
  }
  return numbers;
}

export function* allValues(given: Given): Generator<Value> {
  for (const operand of given) {
    if (isArea(operand)) yield* operand.values();
    else yield operand;
  }
}
