import {
  CORREL,
  FV,
  GEOMEAN,
  INTERCEPT,
  IRR,
  LARGE,
  MEDIAN,
  NPER,
  NPV,
  PERCENTILEINC,
  PMT,
  PV,
  QUARTILEINC,
  RANKEQ,
  RATE,
  SLOPE,
  SMALL,
  STDEVP,
  STDEVS,
  VARP,
  VARS,
} from '@formulajs/formulajs';
import { isArea, type Scope } from '../scope.ts';
import { asNumber, Failure, failures, finite, type Value } from '../value.ts';
import { many, numbersIn, ofNumbers, single, type Functions, type Given } from './definition.ts';

/** The library spreads lists over arguments, which the stack bears only so many of. */
const mostNumbers = 50_000;

/** The library answers with its own kind of error. */
function resultOf(calculate: () => unknown): Value {
  const result = calculate();
  if (typeof result === 'number') return finite(result);
  return result instanceof Error && result.message === '#DIV/0!' ? failures.division : failures.number;
}

function bounded(given: Given, scope: Scope): number[] | Failure {
  const numbers = numbersIn(given);
  if (numbers instanceof Failure) return numbers;
  if (numbers.length > mostNumbers) return failures.limit;
  // Sorting and fitting take several looks at each.
  scope.spend(numbers.length * 16);
  return numbers;
}

function ofList(run: (numbers: number[]) => unknown) {
  return {
    least: 1,
    most: many,
    run: (given: Given, scope: Scope): Value => {
      const numbers = bounded(given, scope);
      if (numbers instanceof Failure) return numbers;
      return numbers.length === 0 ? failures.division : resultOf(() => run(numbers));
    },
  };
}

/** A list, and a number that says which of it. */
function fromList(run: (numbers: number[], which: number) => unknown) {
  return {
    least: 2,
    most: 2,
    run: ([list = null, which]: Given, scope: Scope): Value => {
      const [numbers, place] = [bounded([list], scope), asNumber(single(which))];
      if (numbers instanceof Failure) return numbers;
      return place instanceof Failure ? place : resultOf(() => run(numbers, place));
    },
  };
}

/** Pairs two lists number by number. Pairs in which either cell is not a number are skipped. */
function ofPairs(run: (first: number[], second: number[]) => unknown) {
  return {
    least: 2,
    most: 2,
    run: ([a, b]: Given, scope: Scope): Value => {
      if (
        a === undefined ||
        b === undefined ||
        !isArea(a) ||
        !isArea(b) ||
        a.height !== b.height ||
        a.width !== b.width
      )
        return new Failure('#VALUE!', 'Two ranges of the same size are needed.');
      if (a.height * a.width > mostNumbers) return failures.limit;
      scope.spend(a.height * a.width * 16);
      const [first, second]: [number[], number[]] = [[], []];
      for (let row = 0; row < a.height; row += 1)
        for (let column = 0; column < a.width; column += 1) {
          const [x, y] = [a.at(row, column), b.at(row, column)];
          if (x instanceof Failure) return x;
          if (y instanceof Failure) return y;
          if (typeof x !== 'number' || typeof y !== 'number') continue;
          first.push(x);
          second.push(y);
        }
      return first.length < 2 ? failures.division : resultOf(() => run(first, second));
    },
  };
}

const interest = (run: (...numbers: number[]) => unknown, least: number) =>
  ofNumbers(least, 6, (...numbers) => resultOf(() => run(...numbers)));

/** Statistics and finance as a library has them: formulas for which a mistake would go unnoticed. */
export const statisticFunctions: Functions = {
  MEDIAN: ofList((numbers) => MEDIAN(numbers)),
  GEOMEAN: ofList((numbers) => GEOMEAN(numbers)),
  STDEV: ofList((numbers) => STDEVS(numbers)),
  STDEVP: ofList((numbers) => STDEVP(numbers)),
  VAR: ofList((numbers) => VARS(numbers)),
  VARP: ofList((numbers) => VARP(numbers)),
  LARGE: fromList((numbers, which) => LARGE(numbers, which)),
  SMALL: fromList((numbers, which) => SMALL(numbers, which)),
  PERCENTILE: fromList((numbers, which) => PERCENTILEINC(numbers, which)),
  QUARTILE: fromList((numbers, which) => QUARTILEINC(numbers, which)),
  RANK: {
    least: 2,
    most: 3,
    run([value, list = null, ascending], scope) {
      const [number, numbers] = [asNumber(single(value)), bounded([list], scope)];
      if (number instanceof Failure) return number;
      if (numbers instanceof Failure) return numbers;
      if (!numbers.includes(number)) return failures.missing;
      return resultOf(() => RANKEQ(number, numbers, asNumber(single(ascending)) !== 0));
    },
  },
  CORREL: ofPairs((a, b) => CORREL(a, b)),
  SLOPE: ofPairs((y, x) => SLOPE(y, x)),
  INTERCEPT: ofPairs((y, x) => INTERCEPT(y, x)),
  PMT: interest(
    (...[rate, periods, present, future = 0, when = 0]) => PMT(rate, periods, present, future, when),
    3,
  ),
  PV: interest(
    (...[rate, periods, payment, future = 0, when = 0]) => PV(rate, periods, payment, future, when),
    3,
  ),
  FV: interest(
    (...[rate, periods, payment, present = 0, when = 0]) => FV(rate, periods, payment, present, when),
    3,
  ),
  NPER: interest(
    (...[rate, payment, present, future = 0, when = 0]) => NPER(rate, payment, present, future, when),
    3,
  ),
  RATE: interest(
    (...[periods, payment, present, future = 0, when = 0, guess = 0.01]) =>
      RATE(periods, payment, present, future, when, guess),
    3,
  ),
  NPV: {
    least: 2,
    most: many,
    run([rate, ...flows], scope) {
      const [discount, numbers] = [asNumber(single(rate)), bounded(flows, scope)];
      if (discount instanceof Failure) return discount;
      return numbers instanceof Failure ? numbers : resultOf(() => NPV(discount, numbers));
    },
  },
  IRR: ofList((numbers) => IRR(numbers, 0.1)),
};
