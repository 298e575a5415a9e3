import type { ListedArtifact, HarnessTool, ToolOutcome } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { parseJson } from '../schema/coerce.ts';
import { chartOf, gridOf, gridTable, totalOf } from './grid.ts';
import { toArtifact } from './links.ts';
import { cut, fenced } from './markdown.ts';
import { outlineOf } from './outline.ts';
import { tableOf } from './table.ts';

const longestText = 8_000;
const longestBesideView = 400;

type Done = Extract<ToolOutcome, { kind: 'done' }>;

export interface Presentation {
  readonly shows?: 'count' | 'chart' | undefined;
  readonly about?: ListedArtifact | undefined;
  readonly phrases: Phrases;
}

/** A tool's result for the user to read; empty where its View shows it. */
export function presentResult(tool: HarnessTool, outcome: ToolOutcome, presentation: Presentation): string {
  if (outcome.kind !== 'done') return outcome.message ?? '';
  const { structured, media = [] } = outcome;
  const { phrases } = presentation;
  const text = outcome.text.trim();
  const data = structured ?? (/^[[{]/u.test(text) ? parseJson(text) : undefined);
  const special = specially(data, presentation);
  if (special !== undefined) return special;
  const parts = [
    presentText(outcome, data, phrases),
    presentMedia(
      media.map(({ contentType }) => contentType),
      phrases,
    ),
  ];
  const said = parts.filter(Boolean).join('\n\n');
  if (tool.hasView) return text.length <= longestBesideView && structured === undefined ? said : '';
  const about = presentation.about && said !== '' ? `\n\n${toArtifact(presentation.about)}` : '';
  return said === '' ? phrases.done : `${said}${about}`;
}

/** Rows and columns have ways of their own to be shown. */
function specially(data: unknown, { shows, about, phrases }: Presentation): string | undefined {
  const grid = gridOf(data, phrases);
  if (!grid) return undefined;
  const named = about ? toArtifact(about) : phrases.it;
  if (shows === 'count') {
    const total = totalOf(data) ?? grid.rows.length;
    return phrases.hasRows(named, total);
  }
  const chart = shows === 'chart' ? chartOf(grid, phrases) : undefined;
  const only = grid.rows.length === 1 && grid.columns.length === 1 ? grid.rows[0]?.[0] : undefined;
  const body = chart ?? (only === undefined ? gridTable(grid, totalOf(data), phrases) : `**${only}**`);
  return about ? `${body}\n\n${only === undefined ? `- ${named}` : phrases.from(named)}` : body;
}

/** Servers often send what is structured once more as text: it is shown once. */
function presentText({ text: whole, structured }: Done, data: unknown, phrases: Phrases): string {
  const text = withoutIds(whole.trim(), structured);
  const isJson = /^[[{]/u.test(text) && parseJson(text) !== undefined;
  const isSame = isJson || text === '' || isWrapped(text, structured);
  if (data === undefined || isWrapped(text, structured)) return presentPlain(text, phrases);
  // Text that the tool's author wrote reads better than rendered data.
  return isSame ? presentData(data, phrases) : presentPlain(text, phrases);
}

/** `To do (id todo, done)` is written for models. The ids that the data has, too, are left out for people. */
function withoutIds(text: string, structured: unknown): string {
  const ids = new Set<string>();
  JSON.stringify(structured, (_key, value: unknown) => {
    if (typeof value === 'string') ids.add(value);
    return value;
  });
  return text.replaceAll(
    / ?\((id (\S+?))(?:, ([^()\n]*))?\)/gu,
    (note: string, _id, id: string, rest?: string) => {
      if (!ids.has(id)) return note;
      return rest === undefined ? '' : ` (${rest})`;
    },
  );
}

/** `{ "content": "…" }` around the very same text adds nothing. */
function isWrapped(text: string, structured: unknown): boolean {
  if (typeof structured !== 'object' || structured === null) return structured === text;
  const values = Object.values(structured);
  return values.length === 1 && typeof values[0] === 'string' && values[0].trim() === text;
}

function presentPlain(text: string, { callGoesOn }: Phrases): string {
  const shown = cut(text, longestText);
  const note = text.length > longestText ? `\n\n${callGoesOn}` : '';
  return `${looksPreformatted(shown) ? fenced(shown) : shown}${note}`;
}

function presentData(data: unknown, phrases: Phrases): string {
  return tableOf(data, phrases) ?? outlineOf(data, phrases);
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

function presentMedia(types: readonly string[], phrases: Phrases): string {
  if (types.length === 0) return '';
  const kinds = [...new Set(types.map((type) => type.split('/', 1)[0] ?? ''))];
  const nouns = kinds.map((kind) => {
    const count = types.filter((type) => type.startsWith(`${kind}/`)).length;
    if (kind === 'image') return phrases.images(count);
    return kind === 'audio' ? phrases.sounds(count) : phrases.files(count);
  });
  return phrases.callShows(nouns);
}
