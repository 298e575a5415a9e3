/** The texts that a search looks through. */
export interface Searchable {
  readonly label: string;
  readonly description?: string | undefined;
}

/** Whether every word that was typed occurs in it, in any order. */
export function fits({ label, description = '' }: Searchable, query: string): boolean {
  const text = `${label} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function countWords(found: number, total: number, noun: string): string {
  return found === total
    ? `${total.toLocaleString('en')} ${noun}`
    : `${found.toLocaleString('en')} of ${total.toLocaleString('en')} ${noun}`;
}
