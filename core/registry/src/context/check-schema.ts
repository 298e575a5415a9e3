import type { TypeContract, TypeProblem } from '@loggia/content';
import { guardSchema, type GuardedSchema } from './guarded-schema.ts';

const guarded = new WeakMap<TypeContract, GuardedSchema>();

/** Contracts are immutable, so each schema is read only once. */
export function guardedSchemaOf(contract: TypeContract): GuardedSchema | undefined {
  if (contract.schema === undefined) return undefined;
  const earlier = guarded.get(contract);
  if (earlier !== undefined) return earlier;
  const made = guardSchema(contract.schema);
  guarded.set(contract, made);
  return made;
}

/** The parts of a type's context schema that can't be used, and why. */
export function checkContextSchema(contract: TypeContract): readonly TypeProblem[] {
  return guardedSchemaOf(contract)?.problems ?? [];
}
