import type { PaletteEntry } from './entries.ts';
import { fuzzyMatch, markedParts, type TextPart } from './fuzzy.ts';

export interface Section {
  readonly label: string;
  readonly entries: readonly RankedEntry[];
}

export interface RankedEntry {
  readonly entry: PaletteEntry;
  /** The title, with the letters that matched. */
  readonly title: readonly TextPart[];
}

interface Scored extends RankedEntry {
  readonly score: number;
}

/** The most entries of one group; typing more shows the others. */
const mostOfGroup = 6;
const mostRecent = 6;
/** A recent choice may outrank a slightly better match, never a much better one. */
const recentBonus = 14;
/** Words that only stand behind an entry count for less than its name. */
const keywordWeight = 0.5;

/** Ranks everything with a name against the query: groups and entries by how well they match. */
export function rankEntries(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
): readonly Section[] {
  const scored = entries.flatMap((entry) => scoreOf(query, entry, recent)).sort(byScore);
  return sectionsOf(scored)
    .map(({ label, entries: own }) => ({ label, entries: own.slice(0, mostOfGroup) }))
    .filter(({ entries: own }) => own.length > 0);
}

/** The entries for an empty query: recent choices, then everything by group, with few artifacts. */
export function allEntries(entries: readonly PaletteEntry[], recent: readonly string[]): readonly Section[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const last = recent.flatMap((id) => byId.get(id) ?? []).slice(0, mostRecent);
  const shown = new Set(last.map(({ id }) => id));
  const rest = sectionsOf(entries.filter(({ id }) => !shown.has(id)).map(plain));
  return [
    ...(last.length === 0 ? [] : [{ label: 'Recent', entries: last.map(plain) }]),
    ...rest.map(({ label, entries: own }) => ({
      label,
      entries: own[0]?.entry.target.to === 'command' ? own : own.slice(0, mostOfGroup),
    })),
  ];
}

export function plain(entry: PaletteEntry): RankedEntry {
  return { entry, title: [{ text: entry.title }] };
}

function scoreOf(query: string, entry: PaletteEntry, recent: readonly string[]): readonly Scored[] {
  const byTitle = fuzzyMatch(query, entry.title);
  // Title and keywords together, so that "workspace budget" finds the workspace called Budget.
  const byAll =
    entry.keywords === undefined ? undefined : fuzzyMatch(query, `${entry.title} ${entry.keywords}`);
  const score = Math.max(byTitle?.score ?? -1, (byAll?.score ?? -2) * keywordWeight);
  if (byTitle === undefined && byAll === undefined) return [];
  const letters = (byTitle ?? byAll)?.letters.filter((at) => at < entry.title.length) ?? [];
  return [
    {
      entry,
      title: markedParts(entry.title, letters),
      score: score + bonusOf(recent.indexOf(entry.id)),
    },
  ];
}

function bonusOf(place: number): number {
  return place < 0 ? 0 : Math.max(1, recentBonus - place);
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.entry.title < b.entry.title ? -1 : 1);
}

/** Sections in the order of their first entries. */
function sectionsOf(entries: readonly RankedEntry[]): readonly Section[] {
  const groups = new Map<string, RankedEntry[]>();
  for (const { entry, title } of entries) {
    const own = groups.get(entry.group);
    if (own) own.push({ entry, title });
    else groups.set(entry.group, [{ entry, title }]);
  }
  return [...groups].map(([label, own]) => ({ label, entries: own }));
}
