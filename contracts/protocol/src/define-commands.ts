import { z } from 'zod';
import { closedObject, metaSchema, openObject, uriSchema } from './schema.ts';
import type { Version } from './versions.ts';

interface CommandSpec {
  /** One sentence on what it does, for people and for models. */
  readonly says?: string;
  readonly params: z.core.$ZodLooseShape;
  readonly result: z.ZodType;
}

type Addressed<Shape extends z.core.$ZodLooseShape> = Shape & {
  channel: typeof uriSchema;
  _meta: z.ZodOptional<typeof metaSchema>;
};

export interface Command<Shape extends z.core.$ZodLooseShape, Result extends z.ZodType> {
  readonly says?: string;
  readonly params: z.ZodObject<Addressed<Shape>, z.core.$strip>;
  readonly result: Result;
}

type Commands<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { params: infer Shape; result: infer Result }
    ? Shape extends z.core.$ZodLooseShape
      ? Result extends z.ZodType
        ? Command<Shape, Result>
        : never
      : never
    : never;
};

const channel = uriSchema.describe('The URI of the channel that this is about.');
const _meta = metaSchema.describe('Passed on and not interpreted.').optional();

function addressed(shape: z.core.$ZodLooseShape) {
  return openObject({ channel, _meta, ...shape });
}

/** Every command has a channel and may have `_meta`; only the rest is written down. */
export function defineCommands<const Specs extends Readonly<Record<string, CommandSpec>>>(
  specs: Specs,
): Commands<Specs> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { says, params, result }]) => [
      name,
      { ...(says !== undefined && { says }), params: addressed(params), result },
    ]),
  ) as Commands<Specs>;
}

/** Our own commands. Unlike the protocol's, they refuse parameters that they don't know. */
export function defineExtensions<const Specs extends Readonly<Record<`x-loggia/${string}`, CommandSpec>>>(
  specs: Specs,
): Commands<Specs> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { says, params, result }]) => [
      name,
      {
        ...(says !== undefined && { says }),
        params: closedObject({ channel, _meta, ...params }),
        result,
      },
    ]),
  ) as unknown as Commands<Specs>;
}

interface NotificationSpec {
  readonly since: Version;
  readonly params: z.core.$ZodLooseShape;
}

type Notifications<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { params: infer Shape }
    ? Shape extends z.core.$ZodLooseShape
      ? { readonly since: Version; readonly params: z.ZodObject<Addressed<Shape>, z.core.$strip> }
      : never
    : never;
};

export function defineNotifications<const Specs extends Readonly<Record<string, NotificationSpec>>>(
  specs: Specs,
): Notifications<Specs> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, { since, params }]) => [name, { since, params: addressed(params) }]),
  ) as Notifications<Specs>;
}
