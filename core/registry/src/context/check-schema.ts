import type { TypeContract, TypeProblem } from '@loggia/content';
import { guardSchema, type GuardedSchema } from './guarded-schema.ts';

const guarded = new WeakMap<TypeContract, GuardedSchema>();

/** Contracts are immutable, so their schemas are read once. */
export function guardedSchemaOf(contract: TypeContract): GuardedSchema | undefined {
  if (contract.schema === undefined) return undefined;
  const earlier = guarded.get(contract);
  if (earlier !== undefined) return earlier;
  const made = guardSchema(contract.schema);
  guarded.set(contract, made);
  return made;
}

/** What of the schema of a type's context cannot be used, and why. */
export function checkContextSchema(contract: TypeContract): readonly TypeProblem[] {
  return guardedSchemaOf(contract)?.problems ?? [];
}
