const noise = /^\s*(?:at\s|\^+\s*$|[{}()[\]]*\s*$|Node\.js v\d)/;
const telling =
  /\b(?:\w*error|\w*exception|panic(?:ked)?|fatal|cannot|can't|could not|unable|not found|no such|denied|failed|missing|required|invalid|usage)\b/i;
const longest = 500;

/** The line of what a process wrote last that is most likely to say why it ended. */
export function lastWords(lines: readonly string[]): string | undefined {
  const words = lines.filter((line) => !noise.test(line));
  const line = words.findLast((candidate) => telling.test(candidate)) ?? words.at(-1);
  return line?.trim().slice(0, longest);
}
