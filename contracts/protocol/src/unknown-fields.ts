import { z } from 'zod';
import { nearest } from './nearest.ts';

type Shape = z.core.$ZodLooseShape;

/** Fields that every command has, and nobody means to set. */
const unlisted = new Set(['channel', '_meta']);

/** `Unknown parameter "titel". Did you mean "title"?` */
export function unknownFields(unknown: readonly string[], shape: Shape): string {
  const known = Object.keys(shape).filter((name) => !unlisted.has(name));
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const said = `Unknown parameter${unknown.length > 1 ? 's' : ''} ${names}.`;
  const first = unknown[0] ?? '';
  const meant = nearest(first, known);
  if (meant !== undefined) return `${said} Did you mean ${JSON.stringify(meant)}?`;
  const holder = known.find((name) => fieldsOf(shape[name]).includes(first));
  if (holder !== undefined)
    return `${said} Did you mean ${JSON.stringify(first)} in ${JSON.stringify(holder)}?`;
  if (known.length === 0) return `${said} Leave ${unknown.length > 1 ? 'them' : 'it'} out: none are needed.`;
  return `${said} Use ${known.map((name) => JSON.stringify(name)).join(', ')}.`;
}

/** The fields of an object, or of the variants of a union of objects. */
function fieldsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option));
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
