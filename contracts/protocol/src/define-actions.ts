import { z } from 'zod';
import { openObject } from './schema.ts';
import type { Version } from './versions.ts';

interface ActionSpec {
  /** The release that introduced the action; older clients never get it. */
  readonly since: Version;
  /** Whether a client may dispatch it. Otherwise only the host does. */
  readonly by: 'host' | 'client';
  readonly fields: z.core.$ZodLooseShape;
}

type ActionSpecs = Readonly<Record<string, ActionSpec>>;

export interface ActionDefinition {
  readonly since: Version;
  readonly by: 'host' | 'client';
  readonly schema: z.ZodType;
}

type Flatten<T> = { [K in keyof T]: T[K] } & {};

/** For no fields, zod infers an object that can hold nothing at all, not even a type. */
type Fields<Shape extends z.core.$ZodLooseShape> = keyof Shape extends never
  ? unknown
  : z.infer<z.ZodObject<Shape, z.core.$strip>>;

export type ActionOf<Specs extends ActionSpecs> = {
  [Type in keyof Specs & string]: Flatten<{ type: Type } & Fields<Specs[Type]['fields']>>;
}[keyof Specs & string];

export function defineActions<const Specs extends ActionSpecs>(specs: Specs): Specs {
  return specs;
}

export function definitionsOf(specs: ActionSpecs): Record<string, ActionDefinition> {
  return Object.fromEntries(
    Object.entries(specs).map(([type, { since, by, fields }]) => [
      type,
      { since, by, schema: openObject({ type: z.literal(type), ...fields }) },
    ]),
  );
}

/** One function for each action, so that a missing one is a compile error. */
export type Steps<State, Action extends { type: string }> = {
  readonly [Type in Action['type']]: (state: State, action: Extract<Action, { type: Type }>) => State;
};

/** A pure reducer from a table of steps. An unknown action changes nothing. */
export function reducerOf<State, Action extends { type: string }>(
  steps: Steps<State, Action>,
): (state: State, action: Action) => State {
  const table = new Map(Object.entries(steps)) as Map<string, (state: State, action: Action) => State>;
  return (state, action) => table.get(action.type)?.(state, action) ?? state;
}
