import type { Difference } from '@loggia/protocol';
import { sizeWords } from '../../output/byte-size.ts';
import { printable, printableJson, printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import type { Style } from '../../output/style.ts';

const mostOfValue = 120;

/** Prints a difference for people: title, type, each value of the context, and the content as a unified diff. */
export function showDifference(printer: Printer, title: string, difference: Difference): void {
  const { style } = printer;
  printer.line(style.strong(`${printableLine(title)} (${difference.artifact}): ${between(difference)}`));
  const lines = differenceLines(difference, style);
  for (const line of lines.length > 0 ? lines : ['  nothing differs']) printer.line(line);
}

function between({ from, to }: Difference): string {
  const after = to === undefined ? 'uncommitted changes' : `version ${to}`;
  return from === 0 ? `new, ${after}` : `version ${from} → ${after}`;
}

function differenceLines(
  { type, title, context, contextCut, content }: Difference,
  style: Style,
): readonly string[] {
  return [
    ...(title ? [changed('title', title.before, title.after, style)] : []),
    ...(type ? [changed('type', type.before, type.after, style)] : []),
    ...context.map(({ path, before, after }) => changed(`context${path}`, before, after, style)),
    ...(contextCut === true ? ['  … and more in the context'] : []),
    ...contentLines(content, style),
  ];
}

function changed(what: string, before: unknown, after: unknown, style: Style): string {
  const parts = [
    ...(before === undefined ? [] : [style.bad(short(before))]),
    ...(after === undefined ? [] : [style.good(short(after))]),
  ];
  const gone = after === undefined ? ' (removed)' : '';
  return `  ${printableLine(what)}: ${parts.join(' → ')}${gone}`;
}

function short(value: unknown): string {
  const text = printableJson(value);
  return text.length > mostOfValue ? `${text.slice(0, mostOfValue - 1)}…` : text;
}

function contentLines(content: Difference['content'], style: Style): readonly string[] {
  switch (content.kind) {
    case 'text':
      return hunks(printable(content.patch)).map((line) => `  ${paintedLine(line, style)}`);
    case 'bytes': {
      const before = content.before === undefined ? 'nothing' : sizeWords(content.before.size);
      const after = content.after === undefined ? 'nothing' : sizeWords(content.after.size);
      return [`  content: ${style.bad(before)} → ${style.good(after)}`];
    }
    default:
      return [];
  }
}

/** Without the names of files before them: what is compared has been said. */
function hunks(patch: string): readonly string[] {
  const lines = patch.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? lines : lines.slice(first);
}

function paintedLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.good(line);
  if (line.startsWith('-')) return style.bad(line);
  return line.startsWith('@@') ? style.faint(line) : line;
}
