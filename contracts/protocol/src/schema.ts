import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

/**
 * The three ways in which the wire stays open to the future. Types are inferred as if the wire were closed, so that
 * code reads well; unknown values are kept and passed on unchanged.
 */

/** An object that keeps unknown fields. */
export function openObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/**
 * An object that refuses unknown fields and says which known one was probably meant. For the parameters of our own
 * commands: a field that is dropped in silence looks to the caller as if it had worked.
 */
export function closedObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownFields(issue.keys ?? [], shape) : undefined,
  });
}

export type OpenString<Known extends string> = Known | (string & {});

/** A string that is usually one of `known`, and may be a value of a later version. */
export function openEnum<const Known extends readonly string[]>(
  known: Known,
): z.ZodType<OpenString<Known[number]>> {
  return z.string().meta({ examples: [...known] }) as unknown as z.ZodType<OpenString<Known[number]>>;
}

type Variants = readonly [z.ZodObject, ...z.ZodObject[]];

/**
 * A tagged union that passes unknown variants through. A known variant must be well formed: the fallback rejects known
 * tags.
 */
export function openUnion<const Tag extends string, const Options extends Variants>(
  tag: Tag,
  options: Options,
): z.ZodType<z.infer<Options[number]>> {
  const known = z.discriminatedUnion(tag, options as never);
  const tags = options.flatMap((option) => {
    const field = (option.shape as Record<string, unknown>)[tag];
    if (field instanceof z.ZodLiteral) return [...field.values].map(String);
    if (field instanceof z.ZodEnum) return field.options.map(String);
    throw new Error(`Every variant of an open union needs a literal "${tag}".`);
  });
  const later = z.looseObject({ [tag]: z.string().regex(new RegExp(`^(?!(?:${tags.join('|')})$)`)) });
  return z.union([known, later]) as unknown as z.ZodType<z.infer<Options[number]>>;
}

/** Opaque to the protocol: transported, stored and shown, but not interpreted. */
export const metaSchema = z.record(z.string(), z.unknown());

export const uriSchema = z.string().min(1).max(4096);

/** RFC 3339 with a zone, as `Date.prototype.toISOString` writes it. */
export const timestampSchema = z.string().min(1).max(64);
