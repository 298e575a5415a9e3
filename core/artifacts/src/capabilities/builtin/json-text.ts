/** The words in JSON: its texts and numbers in order. Invalid JSON is used as it is. */
export function jsonText(source: string, longest: number): string {
  const value = parse(source);
  if (value === undefined) return source.slice(0, longest);
  const words: string[] = [];
  let length = 0;
  // An explicit stack: deep nesting would overflow the call stack.
  const open: unknown[] = [value];
  while (open.length > 0 && length < longest) {
    const next = open.pop();
    if (typeof next === 'string' || typeof next === 'number') {
      const word = String(next);
      words.push(word);
      length += word.length + 1;
    } else if (typeof next === 'object' && next !== null) {
      const inner: unknown[] = Object.values(next);
      for (let index = inner.length - 1; index >= 0; index--) open.push(inner[index]);
    }
  }
  return words.join('\n').slice(0, longest);
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
