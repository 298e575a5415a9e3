import { dateFunctions } from './dates.ts';
import type { FormulaFunction, Functions, LazyFunction } from './definition.ts';
import { logicFunctions } from './logic.ts';
import { lookupFunctions } from './lookup.ts';
import { numberFunctions } from './numbers.ts';
import { statisticFunctions } from './statistics.ts';
import { textFunctions } from './text.ts';

/** Everything a formula can call. Nothing in it reaches beyond the table: no links, no files, no network. */
const catalog: Functions = {
  ...numberFunctions,
  ...logicFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...lookupFunctions,
  ...statisticFunctions,
};

export const functionNames: readonly string[] = Object.keys(catalog).toSorted();

export function functionNamed(name: string): FormulaFunction | LazyFunction | undefined {
  return Object.hasOwn(catalog, name) ? catalog[name] : undefined;
}
