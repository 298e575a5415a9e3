const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, in words: "3 minutes ago". */
export function ago(at: string | number, now: number, locale?: string): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second') return 'just now';
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** The whole date and time, for a title. */
export function exactly(at: string | number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));
}

/** Bytes as people say them. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  const step = Math.min(4, Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** step;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${['B', 'kB', 'MB', 'GB', 'TB'][step]}`;
}
