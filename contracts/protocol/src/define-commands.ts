import { z } from 'zod';
import { metaSchema, openObject, uriSchema } from './schema.ts';
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

function addressed(shape: z.core.$ZodLooseShape) {
  return openObject({ channel: uriSchema, _meta: metaSchema.optional(), ...shape });
}

/** Every command names its channel and may carry `_meta`; only the rest is written down. */
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
