const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Creating one takes longer than rendering the card that uses it. */
const formats = new Map<string | undefined, ReturnType<typeof formatsIn>>();

function formatsFor(locale: string | undefined): ReturnType<typeof formatsIn> {
  const made = formats.get(locale) ?? formatsIn(locale);
  formats.set(locale, made);
  return made;
}

function formatsIn(locale: string | undefined) {
  return {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  };
}

/** The time since then, in words: "3 minutes ago". Times after the last reading of the clock count as just now. */
export function ago(at: string | number, now: number, locale?: string): string {
  const seconds = Math.min(0, new Date(at).getTime() - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second') return 'just now';
  return formatsFor(locale).relative.format(Math.round(seconds / size), unit);
}

/** The whole date and time, for a title. */
export function exactly(at: string | number, locale?: string): string {
  return formatsFor(locale).exact.format(new Date(at));
}
