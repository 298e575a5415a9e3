import type { Delivery } from '@loggia/protocol';
import { sentence } from '../ui/sentence.ts';

const events: Readonly<Record<string, string>> = {
  create: 'Created',
  commit: 'Committed',
  archive: 'Archived',
  delete: 'Deleted',
};

export function eventWord({ event }: Pick<Delivery, 'event'>): string {
  return events[event] ?? event;
}

/** Where it stands, as a sentence. */
export function standingWords({ status, attempts, nextAttemptAt, reason }: Delivery, now: number): string {
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const why = reason === undefined || reason.trim() === '' ? '' : ` ${sentence(reason)}`;
  if (status === 'parked') return `Failed after ${tries}.${why}`;
  if (attempts === 0) return `Not tried yet.${why}`;
  return `${tries} so far; ${nextWords(nextAttemptAt, now)}.${why}`;
}

function nextWords(at: string | undefined, now: number): string {
  if (at === undefined) return 'retrying automatically';
  const seconds = Math.round((new Date(at).getTime() - now) / 1000);
  if (seconds <= 1) return 'next attempt now';
  if (seconds < 90) return `next attempt in ${seconds} seconds`;
  return `next attempt in ${Math.round(seconds / 60)} minutes`;
}
