import { z } from 'zod';

/**
 * The three ways in which the wire stays open to the future. Types are inferred as if the wire were
 * closed, so that code reads well; what arrives beyond them is kept and passed on untouched.
 */

/** An object that keeps fields it does not know. */
export function openObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

export type OpenString<Known extends string> = Known | (string & {});

/** A string that is usually one of `known`, and may be a value that only a later version knows. */
export function openEnum<const Known extends readonly string[]>(
  known: Known,
): z.ZodType<OpenString<Known[number]>> {
  return z.string().meta({ examples: [...known] }) as unknown as z.ZodType<OpenString<Known[number]>>;
}

type Variants = readonly [z.ZodObject, ...z.ZodObject[]];

/**
 * A tagged union that lets variants it does not know pass as they are. A variant that it does know
 * must be well formed: the fallback is closed to known tags.
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

/** Opaque to the protocol: carried, stored and shown, never read by it. */
export const metaSchema = z.record(z.string(), z.unknown());

export const uriSchema = z.string().min(1).max(4096);

/** RFC 3339 with a zone, as `Date.prototype.toISOString` writes it. */
export const timestampSchema = z.string().min(1).max(64);
