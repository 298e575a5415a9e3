import { asNumber, asTime, dayLength, Failure, failures, momentOf, type Value } from '../value.ts';
import { ofNumbers, ofValues, type Functions } from './definition.ts';

function ofTime(run: (date: Date) => Value) {
  return ofValues(1, 1, ([value = null]) => {
    const time = asTime(value);
    return time instanceof Failure ? time : run(new Date(time));
  });
}

/** Some months later: the same day, or the last one of a shorter month. */
function monthsLater(day: 'same' | 'last') {
  return ofValues(2, 2, ([value = null, months = null]) => {
    const [time, count] = [asTime(value), asNumber(months)];
    if (time instanceof Failure) return time;
    if (count instanceof Failure) return count;
    const date = new Date(time);
    const month = date.getUTCMonth() + Math.trunc(count);
    const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0));
    if (Number.isNaN(last.getTime())) return failures.number;
    if (day === 'same') last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
    return momentOf(last.getTime());
  });
}

export const dateFunctions: Functions = {
  TODAY: ofValues(0, 0, (_, { now }) => momentOf(Math.floor(now() / dayLength) * dayLength)),
  NOW: ofValues(0, 0, (_, { now }) => momentOf(now())),
  DATE: ofNumbers(3, 3, (year, month, day) => {
    const date = new Date(0);
    return momentOf(date.setUTCFullYear(Math.trunc(year), Math.trunc(month) - 1, Math.trunc(day)));
  }),
  YEAR: ofTime((date) => date.getUTCFullYear()),
  MONTH: ofTime((date) => date.getUTCMonth() + 1),
  DAY: ofTime((date) => date.getUTCDate()),
  HOUR: ofTime((date) => date.getUTCHours()),
  MINUTE: ofTime((date) => date.getUTCMinutes()),
  WEEKDAY: ofTime((date) => date.getUTCDay() + 1),
  DAYS: ofValues(2, 2, ([end = null, start = null]) => {
    const [to, from] = [asTime(end), asTime(start)];
    if (to instanceof Failure) return to;
    return from instanceof Failure ? from : Math.trunc((to - from) / dayLength);
  }),
  EDATE: monthsLater('same'),
  EOMONTH: monthsLater('last'),
};
