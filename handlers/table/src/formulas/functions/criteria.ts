import { compareValues, Failure, Moment, valueOfText, type Value } from '../value.ts';

const comparison = /^(<=|>=|<>|<|>|=)(.*)$/s;
const longestPattern = 255;

/** Parses the criterion of `SUMIF` and its relatives: `5`, `">5"`, `"<>x"`, `"a*"`. */
export function criterion(wanted: Value, spend: (steps: number) => void): (value: Value) => boolean {
  if (typeof wanted !== 'string') return (value) => same(value, wanted);
  const parts = comparison.exec(wanted);
  const [sign, text] = parts ? [parts[1] ?? '=', parts[2] ?? ''] : ['=', wanted];
  const limit = valueOfText(text, '.');
  if (sign === '=' || sign === '<>') {
    const test = typeof limit === 'string' ? matching(text, spend) : (value: Value) => same(value, limit);
    return sign === '=' ? test : (value) => !test(value);
  }
  return (value) => {
    if (kindOf(value) !== kindOf(limit)) return false;
    const order = compareValues(value, limit);
    if (sign === '<') return order < 0;
    if (sign === '<=') return order <= 0;
    return sign === '>' ? order > 0 : order >= 0;
  };
}

function same(value: Value, wanted: Value): boolean {
  if (value === null || wanted === null) return (value ?? '') === (wanted ?? '');
  return kindOf(value) === kindOf(wanted) && compareValues(value, wanted) === 0;
}

function kindOf(value: Value): string {
  if (value instanceof Moment || typeof value === 'number') return 'number';
  return value instanceof Failure ? 'failure' : typeof value;
}

/** `*` stands for anything, `?` for one character. Goes back at most once for each star, so it can't explode. */
function matching(pattern: string, spend: (steps: number) => void): (value: Value) => boolean {
  const wanted = pattern.slice(0, longestPattern).toLowerCase();
  if (!/[*?]/.test(wanted)) return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
  return (value) => {
    if (typeof value !== 'string') return false;
    spend((value.length * wanted.length) >> 4);
    return matches(value.toLowerCase(), wanted);
  };
}

export function matches(text: string, pattern: string): boolean {
  let [at, place, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    const sign = pattern[place];
    if (sign === '*') {
      star = place;
      mark = at;
      place += 1;
    } else if (sign === '?' || sign === text[at]) {
      at += 1;
      place += 1;
    } else if (star === -1) return false;
    else {
      mark += 1;
      at = mark;
      place = star + 1;
    }
  }
  while (pattern[place] === '*') place += 1;
  return place === pattern.length;
}
