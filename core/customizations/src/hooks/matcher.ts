const longestMatcher = 500;
const mostRepetitions = 4;
const longestName = 200;

/** Whether a matcher can be used: it is short, and no name keeps it busy for long. */
export function isUsableMatcher(matcher: string): boolean {
  if (isPlain(matcher) || matcher === '*') return true;
  const repetitions = matcher.match(/[*+{]/g) ?? [];
  if (matcher.length > longestMatcher || repetitions.length > mostRepetitions || /\)[*+{]/.test(matcher))
    return false;
  try {
    return new RegExp(matcher, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Names, with `|` between several, are meant exactly; anything else is a regular expression. */
export function matches(matcher: string, names: readonly string[]): boolean {
  if (isPlain(matcher)) {
    const wanted = matcher.split('|').map((name) => name.trim());
    return names.some((name) => wanted.includes(name));
  }
  const expression = new RegExp(matcher, 'u');
  return names.some((name) => expression.test(name.slice(0, longestName)));
}

function isPlain(matcher: string): boolean {
  return matcher.length <= longestMatcher && /^[\w\s|-]*$/.test(matcher);
}
