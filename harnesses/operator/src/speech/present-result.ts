import type { HarnessTool, ToolOutcome } from '@loggia/sessions/harness';
import { parseJson } from '../schema/coerce.ts';
import { counted, cut, fenced, plain } from './markdown.ts';
import { usage } from './present-call.ts';
import { tableOf } from './table.ts';

const longestText = 8_000;
const longestJson = 2_000;
const longestBesideView = 400;

/** What a tool did, for the user to read. */
export function presentResult(tool: HarnessTool, outcome: ToolOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return done(tool, outcome);
    case 'denied': {
      const why = outcome.message ? ` ${plain(outcome.message, 300)}` : '';
      return `**${plain(tool.name)}** was not allowed to run, so nothing was done.${why} Ask again if you change your mind.`;
    }
    default:
      return [
        `**${plain(tool.name)}** failed:`,
        quote(cut(outcome.message.trim() || 'it gave no reason', 1_000)),
        `Correct what it complains about and try again with ${usage(tool)}.`,
      ].join('\n\n');
  }
}

function done(tool: HarnessTool, outcome: Extract<ToolOutcome, { kind: 'done' }>): string {
  const { structured, media = [] } = outcome;
  const text = outcome.text.trim();
  const parts = [presentText(text, structured), presentMedia(media.map(({ contentType }) => contentType))];
  if (tool.hasView) {
    const isShort = text.length <= longestBesideView && structured === undefined;
    return [`The View of **${plain(tool.name)}** shows the result.`, ...(isShort ? parts : [])]
      .filter(Boolean)
      .join('\n\n');
  }
  return (
    parts.filter(Boolean).join('\n\n') || `**${plain(tool.name)}** is done; it returned nothing to show.`
  );
}

/** Servers often send what is structured once more as text: it is shown once. */
function presentText(text: string, structured: unknown): string {
  const parsed = /^[[{]/u.test(text) ? parseJson(text) : undefined;
  const data = structured ?? parsed;
  const isSame = parsed !== undefined || text === '' || isWrapped(text, structured);
  if (data === undefined || isWrapped(text, structured)) return presentPlain(text);
  return [isSame ? '' : presentPlain(text), presentData(data)].filter(Boolean).join('\n\n');
}

/** `{ "content": "…" }` around the very same text adds nothing. */
function isWrapped(text: string, structured: unknown): boolean {
  if (typeof structured !== 'object' || structured === null) return structured === text;
  const values = Object.values(structured);
  return values.length === 1 && typeof values[0] === 'string' && values[0].trim() === text;
}

function presentPlain(text: string): string {
  const shown = cut(text, longestText);
  const note =
    text.length > longestText
      ? `\n\nThis is the beginning; ${text.length - longestText} characters more are in the result.`
      : '';
  return `${looksPreformatted(shown) ? fenced(shown) : shown}${note}`;
}

function presentData(data: unknown): string {
  const table = tableOf(data);
  if (table !== undefined) return table;
  const json = JSON.stringify(data, null, 2) ?? '';
  const note = json.length > longestJson ? '\n\nThis is the beginning; the result has all of it.' : '';
  return `${fenced(cut(json, longestJson), 'json')}${note}`;
}

/** Whether its lines mean something by how they are laid out. */
export function looksPreformatted(text: string): boolean {
  if (/^(?:```|~~~)/mu.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  // Headings, lists and tables of Markdown are laid out already.
  const written = lines.filter((line) => /^\s*(?:#{1,6} |[-*+] |\d+[.)] |> |\|.*\|\s*$)/u.test(line)).length;
  if (written > lines.length / 4) return false;
  const laidOut = lines.filter((line) =>
    /^(?:\s{2,}|\t)\S|\S {3,}\S|\t|[{};]\s*$|^\[[A-Z]+\] |^[\w.-]+[:=] ?\S+$/u.test(line),
  );
  return laidOut.length >= lines.length / 3;
}

function presentMedia(types: readonly string[]): string {
  if (types.length === 0) return '';
  const kinds = [...new Set(types.map((type) => type.split('/', 1)[0] ?? ''))];
  const nouns = kinds.map((kind) => {
    const count = types.filter((type) => type.startsWith(`${kind}/`)).length;
    if (kind === 'image') return counted(count, 'image');
    return kind === 'audio' ? counted(count, 'sound') : counted(count, 'file');
  });
  return `It returned ${nouns.join(' and ')}; the tool call above has ${types.length === 1 ? 'it' : 'them'}.`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${plain(line, 300)}`)
    .join('\n');
}
