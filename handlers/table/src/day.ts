/** A moment as people write days: without the time where it is midnight. */
export function day(time: number): string {
  const whole = new Date(time).toISOString();
  return whole.endsWith('T00:00:00.000Z') ? whole.slice(0, 10) : whole.slice(0, 16).replace('T', ' ');
}
