/** Turns untrusted text into one line, with all Markdown in it escaped. */
export function plain(text: string, longest = 160): string {
  const line = cut(text.replaceAll(/\s+/gu, ' ').trim(), longest);
  return line.replaceAll(/[\\`*_[\]<>|!#~]/gu, String.raw`\$&`);
}

/** In a code span, whatever it contains. */
export function code(text: string, longest = 120): string {
  const line = cut(text.replaceAll(/\s+/gu, ' '), longest);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** In a block of its own, whatever it contains. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n+$/u, '')}\n${fence}`;
}

export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

export function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
}
