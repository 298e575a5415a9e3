export const untitled = 'New session';

const longest = 80;

/** The first line of what the user wrote, cut at a word. */
export function titleFrom(text: string): string | undefined {
  const line = text
    .split('\n')
    .map((entry) => entry.trim())
    .find((entry) => entry !== '');
  if (!line || line.length <= longest) return line;
  const cut = line.slice(0, longest);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : longest)}…`;
}
