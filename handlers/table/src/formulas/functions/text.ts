import type { Scope } from '../scope.ts';
import {
  asNumber,
  asText,
  asTime,
  Failure,
  failures,
  longestText,
  Moment,
  textOfValue,
  type Value,
} from '../value.ts';
import { allValues, many, ofValues, single, type Functions, type Given } from './definition.ts';

/** Functions of texts; numbers among the arguments are written as texts, too. */
function ofTexts(least: number, most: number, run: (...texts: string[]) => Value) {
  return ofValues(least, most, (values, { spend }) => {
    const texts = values.map((value) => textOfValue(value, '.'));
    for (const text of texts) spend(hasPairs(text) ? text.length : text.length >> 4);
    return run(...texts);
  });
}

/** Characters outside the basic plane take two places, and finding their borders takes its time. */
function hasPairs(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}

function count(text: string | undefined, otherwise: number): number | Failure {
  if (text === undefined) return otherwise;
  const number = asNumber(text);
  if (number instanceof Failure) return number;
  return number < 0 ? new Failure('#VALUE!', "A count can't be negative.") : Math.trunc(number);
}

function lengthOf(text: string): number {
  return hasPairs(text) ? Array.from(text).length : text.length;
}

/** By characters as people count them. */
function part(text: string, from: number, length: number): string {
  if (!hasPairs(text)) return text.slice(from, from + length);
  return Array.from(text)
    .slice(from, from + length)
    .join('');
}

function joined(all: Iterable<string | Failure>, between: string, scope: Scope): Value {
  let result = '';
  let isFirst = true;
  for (const text of all) {
    if (text instanceof Failure) return text;
    scope.spend(1);
    result += (isFirst ? '' : between) + text;
    isFirst = false;
    if (result.length > longestText) return failures.tooLong;
  }
  return result;
}

function* textsIn(given: Given): Generator<string | Failure> {
  for (const value of allValues(given)) yield asText(value);
}

function place(found: number): Value {
  return found === -1 ? new Failure('#VALUE!', 'The text was not found.') : found + 1;
}

function substituted(text: string, old: string, fresh: string, which: string | undefined): Value {
  if (old === '') return text;
  if (which === undefined) {
    const pieces = text.split(old);
    const length = text.length + (pieces.length - 1) * (fresh.length - old.length);
    return length > longestText ? failures.tooLong : pieces.join(fresh);
  }
  const wanted = count(which, 1);
  if (wanted instanceof Failure) return wanted;
  let at = -1;
  for (let seen = 0; seen < wanted; seen += 1) {
    at = text.indexOf(old, at === -1 ? 0 : at + old.length);
    if (at === -1) return text;
  }
  const result = text.slice(0, at) + fresh + text.slice(at + old.length);
  return result.length > longestText ? failures.tooLong : result;
}

/** `0`, `0.00`, `#,##0.00`, `0%` and dates of `yyyy`, `mm`, `dd`, `hh` and `ss`. */
function formatted(value: Value, format: string): Value {
  if (value instanceof Moment || (/[yd]/i.test(format) && typeof value === 'string')) {
    const time = asTime(value);
    if (time instanceof Failure) return time;
    const iso = new Date(time).toISOString();
    return format
      .slice(0, 100)
      .replace(/yyyy/gi, iso.slice(0, 4))
      .replace(/hh:mm/gi, iso.slice(11, 16))
      .replace(/mm/gi, iso.slice(5, 7))
      .replace(/dd/gi, iso.slice(8, 10))
      .replace(/ss/gi, iso.slice(17, 19));
  }
  const number = asNumber(value);
  if (number instanceof Failure) return number;
  const parts = /^([^0#]{0,10})([#0,]{1,20})(?:\.(0{1,15}))?(%?)([^0#]{0,10})$/.exec(format);
  if (!parts)
    return new Failure(
      '#VALUE!',
      'The format is unknown. Use one such as "0.00", "#,##0", "0%" or "yyyy-mm-dd".',
    );
  const [, before = '', whole = '', decimals = '', percent = '', after = ''] = parts;
  const text = new Intl.NumberFormat('en-US', {
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.max(1, whole.replaceAll(/[#,]/g, '').length),
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  }).format(percent === '' ? number : number * 100);
  return before + text + percent + after;
}

export const textFunctions: Functions = {
  CONCAT: { least: 1, most: many, run: (given, scope) => joined(textsIn(given), '', scope) },
  CONCATENATE: { least: 1, most: many, run: (given, scope) => joined(textsIn(given), '', scope) },
  TEXTJOIN: {
    least: 3,
    most: many,
    run([between, skipEmpty, ...given], scope) {
      const separator = asText(single(between));
      if (separator instanceof Failure) return separator;
      const all = [...textsIn(given)];
      return joined(single(skipEmpty) === false ? all : all.filter((text) => text !== ''), separator, scope);
    },
  },
  LEN: ofTexts(1, 1, lengthOf),
  LEFT: ofTexts(1, 2, (text, length) => {
    const wanted = count(length, 1);
    return wanted instanceof Failure ? wanted : part(text, 0, wanted);
  }),
  RIGHT: ofTexts(1, 2, (text, length) => {
    const wanted = count(length, 1);
    if (wanted instanceof Failure) return wanted;
    const all = lengthOf(text);
    return part(text, Math.max(0, all - wanted), wanted);
  }),
  MID: ofTexts(3, 3, (text, from, length) => {
    const [start, wanted] = [count(from, 1), count(length, 1)];
    if (start instanceof Failure) return start;
    return wanted instanceof Failure ? wanted : part(text, Math.max(0, start - 1), wanted);
  }),
  UPPER: ofTexts(1, 1, (text) => text.toUpperCase()),
  LOWER: ofTexts(1, 1, (text) => text.toLowerCase()),
  PROPER: ofTexts(1, 1, (text) =>
    text
      .toLowerCase()
      .replace(/(^|[^\p{L}\p{M}])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase()),
  ),
  TRIM: ofTexts(1, 1, (text) => text.split(/\s/).filter(Boolean).join(' ')),
  EXACT: ofTexts(2, 2, (a, b) => a === b),
  FIND: ofTexts(2, 2, (wanted, text) => place(text.indexOf(wanted))),
  SEARCH: ofTexts(2, 2, (wanted, text) => place(text.toLowerCase().indexOf(wanted.toLowerCase()))),
  SUBSTITUTE: ofTexts(3, 4, substituted),
  REPT: ofTexts(2, 2, (text, times) => {
    const wanted = count(times, 1);
    if (wanted instanceof Failure) return wanted;
    return text.length * wanted > longestText ? failures.tooLong : text.repeat(wanted);
  }),
  VALUE: ofValues(1, 1, ([value = null]) => asNumber(value)),
  TEXT: ofValues(2, 2, ([value = null, format = '']) => formatted(value, textOfValue(format, '.'))),
};
