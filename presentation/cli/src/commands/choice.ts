import { wrongUsage } from '../failure.ts';

/** The value of an option that may be only one of a few. */
export function oneOf<const Allowed extends readonly string[]>(
  option: string,
  value: string,
  allowed: Allowed,
): Allowed[number] {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw wrongUsage(
    `${option} cannot be "${value}". Write ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}.`,
  );
}

/** The value of an option or word that is a whole number, from `least` on. */
export function wholeNumber(name: string, value: string, least: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
  if (number >= least) return number;
  throw wrongUsage(`${name} cannot be "${value}". Give a whole number, ${least} or more.`);
}
