import type { Block } from './address.ts';
import type { Value } from './value.ts';

/** A range as a function gets it. Cells are read when somebody asks for them. */
export interface Area {
  readonly block: Block;
  readonly height: number;
  readonly width: number;
  at(row: number, column: number): Value;
  values(): Iterable<Value>;
}

export type Operand = Value | Area;

export function isArea(operand: Operand): operand is Area {
  return typeof operand === 'object' && operand !== null && 'block' in operand;
}

/** Whether a range names one cell. */
export function isOneCell({ top, bottom, left, right }: Block): boolean {
  return top === bottom && left === right;
}

/** Everything that a formula can use while it is calculated: cells and the clock. */
export interface Scope {
  readonly cell: { readonly row: number; readonly column: number };
  read(row: number, column: number): Value;
  area(block: Block): Area;
  /** Counts work. Throws `Exhausted` when there was too much of it. */
  spend(steps: number): void;
  now(): number;
}

/** The formulas of a table together want more work than anybody should wait for. */
export class Exhausted extends Error {}
