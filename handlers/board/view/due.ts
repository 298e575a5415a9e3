export type Urgency = 'late' | 'today' | 'soon' | 'later';

/** Today where the user is, as cards write days. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const dayLength = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
}

export function urgencyOf(due: string, today: string): Urgency {
  const days = daysBetween(today, due);
  if (days < 0) return 'late';
  if (days === 0) return 'today';
  return days <= 2 ? 'soon' : 'later';
}

/** The day in few words, in the user's language. */
export function dueText(due: string, today: string, locale: string | undefined): string {
  const days = daysBetween(today, due);
  if (Math.abs(days) <= 1) {
    const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  }
  const isThisYear = due.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(due));
}
