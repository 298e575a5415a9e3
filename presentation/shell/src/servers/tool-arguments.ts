import { makeForm, startingValues, type FormField, type JsonSchema } from '../forms/schema-form.ts';

/** The form for the arguments of a tool. Servers write any schema; without properties there is nothing to fill in. */
export function toolForm(schema: JsonSchema | undefined, values: unknown): readonly FormField[] {
  return makeForm(schema ?? {}, {}, values) ?? [];
}

/** The arguments before anybody has typed. Everything that is left empty is left out of the call. */
export function initialArguments(schema: JsonSchema | undefined): Readonly<Record<string, unknown>> {
  return startingValues(schema ?? {});
}
