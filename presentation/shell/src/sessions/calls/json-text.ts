/** JSON indented for reading; text that isn't JSON as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** The problem with a call's input, in a sentence; undefined when it can be sent. */
export function problemOfInput(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const where = lineOf(text, error);
    return `This is not JSON${where === undefined ? '' : ` (line ${where})`}. Check quotes, commas and brackets.`;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? undefined : 'The input of a tool is an object: put it in { }.';
}

function lineOf(text: string, error: unknown): number | undefined {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
