import { isArea, type Area, type Operand, type Scope } from '../scope.ts';
import { Failure, failures, finite, Moment, type Value } from '../value.ts';
import { criterion } from './criteria.ts';
import { allValues, many, numbersIn, ofNumbers, single, type Functions, type Given } from './definition.ts';

function ofAll(run: (numbers: readonly number[]) => Value) {
  return {
    least: 1,
    most: many,
    run: (given: Given): Value => {
      const numbers = numbersIn(given);
      return numbers instanceof Failure ? numbers : run(numbers);
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const average = (numbers: readonly number[]): Value =>
  numbers.length === 0 ? failures.division : sum(numbers) / numbers.length;
/** The extreme of the numbers, or of the dates if there are any. */
function extreme(better: (a: number, b: number) => boolean) {
  const best = (all: readonly number[]): number => all.reduce((a, b) => (better(b, a) ? b : a));
  return {
    least: 1,
    most: many,
    run(given: Given): Value {
      const times: number[] = [];
      for (const value of allValues(given)) if (value instanceof Moment) times.push(value.time);
      if (times.length > 0) return new Moment(best(times));
      const numbers = numbersIn(given);
      if (numbers instanceof Failure) return numbers;
      return numbers.length === 0 ? 0 : best(numbers);
    },
  };
}

function counting(test: (value: Value) => boolean) {
  return {
    least: 1,
    most: many,
    run: (given: Given): Value => {
      let count = 0;
      for (const value of allValues(given)) if (test(value)) count += 1;
      return count;
    },
  };
}

/** Rounds the number that people see: 1.005 to two places is 1.01, though its binary form is a little less. */
function rounded(value: number, places: number, how: (value: number) => number): Value {
  const digits = Math.trunc(places);
  if (Math.abs(digits) > 20) return failures.number;
  const factor = 10 ** digits;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return finite((Math.sign(value) * how(scaled)) / factor);
}

/** The rows of ranges of one size that pass all criteria. */
function passing(pairs: Given, { spend }: Scope): ((index: number) => boolean) | Failure {
  const tests: { readonly area: Area; readonly test: (value: Value) => boolean }[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [area, wanted] = [pairs[at], single(pairs[at + 1])];
    if (area === undefined || !isArea(area))
      return new Failure('#VALUE!', 'A range is needed here, such as A2:A9.');
    if (wanted instanceof Failure) return wanted;
    tests.push({ area, test: criterion(wanted, spend) });
  }
  const [first] = tests;
  if (tests.some(({ area }) => area.height !== first?.area.height || area.width !== first.area.width))
    return new Failure('#VALUE!', 'The ranges must have the same size.');
  return (index) => tests.every(({ area, test }) => test(cellAt(area, index)));
}

function cellAt(area: Area, index: number): Value {
  return area.at(Math.floor(index / area.width), index % area.width);
}

function conditional(
  values: Operand | undefined,
  pairs: Given,
  scope: Scope,
  finish: (numbers: readonly number[]) => Value,
): Value {
  if (values === undefined || !isArea(values))
    return new Failure('#VALUE!', 'A range is needed here, such as A2:A9.');
  const test = passing(pairs, scope);
  if (test instanceof Failure) return test;
  const size = pairs[0] !== undefined && isArea(pairs[0]) ? pairs[0].height * pairs[0].width : 0;
  const numbers: number[] = [];
  for (let index = 0; index < size; index += 1) {
    if (!test(index)) continue;
    const value = cellAt(values, index);
    if (value instanceof Failure) return value;
    if (typeof value === 'number') numbers.push(value);
  }
  return finish(numbers);
}

export const numberFunctions: Functions = {
  SUM: ofAll(sum),
  PRODUCT: ofAll((numbers) => finite(numbers.reduce((total, each) => total * each, 1))),
  AVERAGE: ofAll(average),
  MIN: extreme((a, b) => a < b),
  MAX: extreme((a, b) => a > b),
  COUNT: counting((value) => typeof value === 'number'),
  COUNTA: counting((value) => value !== null),
  COUNTBLANK: counting((value) => value === null || value === ''),
  SUMIF: {
    least: 2,
    most: 3,
    run: ([area = null, wanted = null, values = area], scope) =>
      conditional(values, [area, wanted], scope, sum),
  },
  AVERAGEIF: {
    least: 2,
    most: 3,
    run: ([area = null, wanted = null, values = area], scope) =>
      conditional(values, [area, wanted], scope, average),
  },
  COUNTIF: { least: 2, most: 2, run: countIf },
  SUMIFS: {
    least: 3,
    most: many,
    run: ([values, ...pairs], scope) => conditional(values, pairs, scope, sum),
  },
  AVERAGEIFS: {
    least: 3,
    most: many,
    run: ([values, ...pairs], scope) => conditional(values, pairs, scope, average),
  },
  COUNTIFS: { least: 2, most: many, run: countIf },
  SUMPRODUCT: { least: 1, most: 30, run: sumProduct },
  ABS: ofNumbers(1, 1, Math.abs),
  SIGN: ofNumbers(1, 1, Math.sign),
  INT: ofNumbers(1, 1, Math.floor),
  SQRT: ofNumbers(1, 1, (value) => finite(Math.sqrt(value))),
  EXP: ofNumbers(1, 1, (value) => finite(Math.exp(value))),
  LN: ofNumbers(1, 1, (value) => finite(Math.log(value))),
  LOG10: ofNumbers(1, 1, (value) => finite(Math.log10(value))),
  LOG: ofNumbers(1, 2, (value, base = 10) => finite(Math.log(value) / Math.log(base))),
  POWER: ofNumbers(2, 2, (base, exponent) => finite(base ** exponent)),
  MOD: ofNumbers(2, 2, (value, by) => (by === 0 ? failures.division : value - by * Math.floor(value / by))),
  PI: ofNumbers(0, 0, () => Math.PI),
  TRUNC: ofNumbers(1, 2, (value, places = 0) => rounded(value, places, Math.floor)),
  ROUND: ofNumbers(1, 2, (value, places = 0) => rounded(value, places, Math.round)),
  ROUNDUP: ofNumbers(1, 2, (value, places = 0) => rounded(value, places, Math.ceil)),
  ROUNDDOWN: ofNumbers(1, 2, (value, places = 0) => rounded(value, places, Math.floor)),
  CEILING: ofNumbers(1, 2, (value, step = 1) => (step === 0 ? 0 : finite(Math.ceil(value / step) * step))),
  FLOOR: ofNumbers(1, 2, (value, step = 1) =>
    step === 0 ? failures.division : finite(Math.floor(value / step) * step),
  ),
};

function countIf(pairs: Given, scope: Scope): Value {
  const test = passing(pairs, scope);
  if (test instanceof Failure) return test;
  const [area] = pairs;
  const size = area !== undefined && isArea(area) ? area.height * area.width : 0;
  let count = 0;
  for (let index = 0; index < size; index += 1) if (test(index)) count += 1;
  return count;
}

function sumProduct(given: Given): Value {
  const [first] = given;
  if (first === undefined || !isArea(first)) return ofAll(sum).run(given);
  const areas = given.filter(isArea);
  if (
    areas.length < given.length ||
    areas.some(({ height, width }) => height !== first.height || width !== first.width)
  )
    return new Failure('#VALUE!', 'The ranges must have the same size.');
  let total = 0;
  for (let index = 0; index < first.height * first.width; index += 1) {
    let product = 1;
    for (const area of areas) {
      const value = cellAt(area, index);
      if (value instanceof Failure) return value;
      product *= typeof value === 'number' ? value : 0;
    }
    total += product;
  }
  return finite(total);
}
