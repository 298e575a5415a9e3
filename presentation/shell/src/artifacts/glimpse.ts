export interface Glimpse {
  readonly titles: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
}

/** An excerpt of several lines is rows of a type's own; the first line has their titles, or is empty. */
export function glimpseIn(excerpt: string): Glimpse | undefined {
  if (!excerpt.includes('\n')) return undefined;
  const [titles = '', ...lines] = excerpt.split('\n');
  return {
    titles: titles === '' ? undefined : titles.split('\t'),
    rows: lines.map((line) => line.split('\t')),
  };
}

/** `1 row`, `2 rows`: labels of counts are plurals. */
export function countedLabel(value: string | number, label: string): string {
  const plural = label.toLowerCase();
  if (value !== 1) return plural;
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural;
}
