import type { TypeProblem } from '@loggia/content';
import type { Schema } from '@cfworker/json-schema';
import { Budget } from './budget.ts';
import { boundedPattern, type BoundedPattern } from './pattern.ts';

/** A copy of a schema without anything that would break the validator or keep it busy forever. */
export interface GuardedSchema {
  readonly root: Schema;
  /** Targets of `$ref` within the schema; nothing else can be referenced. */
  readonly lookup: Readonly<Record<string, Schema>>;
  /** The regular expressions in it, by the name of the format that stands for each. */
  readonly formats: ReadonlyMap<string, (text: string) => boolean>;
  readonly budget: Budget;
  readonly checksUniqueness: boolean;
  readonly problems: readonly TypeProblem[];
}

type Json = Readonly<Record<string, unknown>>;

const file = 'schema.json';
const mostSchemas = 5000;
const deepest = 48;
const mostProblems = 20;
/** Property names are short; patterns aren't tried on longer ones. */
export const longestKey = 256;

const knownTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
// The validator's other formats are slow on crafted texts, or stricter than their names promise.
const checkedFormats = ['date', 'time', 'date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'];

const inSchema = [
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const inList = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const inMap = ['properties', 'dependentSchemas', '$defs', 'definitions'];
/**
 * Leaving out a part below one of these keywords could make the schema stricter, so the keyword is left out as well.
 */
const turning = [
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'oneOf',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
];

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Keywords with plain values: a description of each valid value, and the check for it. */
const values: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  type: [
    'the name of a type, or a list of such names',
    (value) =>
      (isTexts(value) ? value : [value]).every((name) => knownTypes.includes(name as string)) &&
      (!Array.isArray(value) || value.length > 0),
  ],
  const: ['any value', () => true],
  enum: ['a list of values', Array.isArray],
  required: ['a list of names', isTexts],
  dependentRequired: [
    'an object with lists of names',
    (value) => isObject(value) && Object.values(value).every(isTexts),
  ],
  minProperties: ['a whole number', isCount],
  maxProperties: ['a whole number', isCount],
  minItems: ['a whole number', isCount],
  maxItems: ['a whole number', isCount],
  minContains: ['a whole number', isCount],
  maxContains: ['a whole number', isCount],
  minLength: ['a whole number', isCount],
  maxLength: ['a whole number', isCount],
  minimum: ['a number', isNumber],
  maximum: ['a number', isNumber],
  exclusiveMinimum: ['a number', isNumber],
  exclusiveMaximum: ['a number', isNumber],
  multipleOf: ['a number above 0', (value) => isNumber(value) && (value as number) > 0],
  uniqueItems: ['true or false', (value) => typeof value === 'boolean'],
};

function step(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function localPointer(ref: string): string | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return undefined;
  }
}

function copySchema(source: Json, isLoosened: boolean): GuardedSchema {
  const budget = new Budget();
  const problems: TypeProblem[] = [];
  const lookup = Object.create(null) as Record<string, Schema>;
  const formats = new Map<string, (text: string) => boolean>();
  const references: { readonly node: Schema; readonly pointer: string; readonly ref: string }[] = [];
  let schemas = 0;
  let checksUniqueness = false;

  const report = (path: string, message: string) => {
    if (problems.length < mostProblems) problems.push({ file, path, message });
  };

  const patternFor = (text: unknown, path: string): BoundedPattern | undefined => {
    if (typeof text !== 'string') {
      report(path, 'It must be a regular expression in quotes. Correct it.');
      return undefined;
    }
    const bounded = boundedPattern(text);
    if ('test' in bounded) return bounded;
    report(path, bounded.message);
    return undefined;
  };

  function copyFormat(schema: Json, node: Schema, pointer: string): void {
    const { format, pattern } = schema;
    const isChecked = typeof format === 'string' && checkedFormats.includes(format);
    if (isChecked) node.format = format;
    if (pattern === undefined) return;
    const bounded = patternFor(pattern, step(pointer, 'pattern'));
    if (bounded === undefined) return;
    const name = `pattern ${formats.size}`;
    formats.set(name, (text) => {
      budget.spend(1 + bounded.cost(text.length) / 1000);
      return bounded.test(text);
    });
    if (isChecked) node.allOf = [...(node.allOf ?? []), charged({ format: name }, 1)];
    else node.format = name;
  }

  /** The validator destructures each schema it evaluates, so a getter can charge the budget for it. */
  function charged(node: Schema, steps: number): Schema {
    return Object.defineProperty(node, '$recursiveRef', {
      enumerable: false,
      get: () => {
        budget.spend(steps);
        return undefined;
      },
    });
  }

  function copy(schema: unknown, pointer: string, depth: number): Schema {
    const node: Schema = {};
    schemas += 1;
    if (depth > deepest || schemas > mostSchemas) {
      report(pointer, 'The schema is too large or too deep from here on. Make it smaller.');
      return charged(node, 1);
    }
    if (schema === false) node.not = charged({}, 1);
    else if (!isObject(schema)) {
      if (schema !== true) report(pointer, 'It must be a schema: an object, true or false.');
    } else {
      copyValues(schema, node, pointer);
      for (const key of inSchema) copyPart(schema, node, pointer, key, depth);
      for (const key of inList) copyParts(schema, node, pointer, key, depth);
      for (const key of inMap) copyParts(schema, node, pointer, key, depth);
      copyPatternProperties(schema, node, pointer, depth);
      copyFormat(schema, node, pointer);
      copyReference(schema, node, pointer);
    }
    lookup[`#${pointer}`] = node;
    const size = Object.keys(node.properties ?? {}).length + (node.required?.length ?? 0);
    const compared =
      node.enum === undefined && node.const === undefined
        ? 0
        : JSON.stringify([node.enum, node.const]).length / 64;
    return charged(node, 1 + size + compared);
  }

  function copyValues(schema: Json, node: Schema, pointer: string): void {
    for (const [key, [wanted, isRight]] of Object.entries(values)) {
      const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (value === undefined || (isLoosened && turning.includes(key))) continue;
      if (isRight(value)) node[key] = value;
      else report(step(pointer, key), `It must be ${wanted}. Correct it.`);
    }
    checksUniqueness ||= node.uniqueItems === true;
  }

  function copyPart(schema: Json, node: Schema, pointer: string, key: string, depth: number): void {
    if (!Object.hasOwn(schema, key) || (isLoosened && turning.includes(key))) return;
    node[key] = copy(schema[key], step(pointer, key), depth + 1);
  }

  function copyParts(schema: Json, node: Schema, pointer: string, key: string, depth: number): void {
    if (!Object.hasOwn(schema, key) || (isLoosened && turning.includes(key))) return;
    const part = schema[key];
    const at = step(pointer, key);
    if (inList.includes(key)) {
      if (Array.isArray(part))
        node[key] = part.map((entry: unknown, index) => copy(entry, step(at, index), depth + 1));
      else report(at, 'It must be a list of schemas. Correct it.');
    } else if (isObject(part)) {
      // Not an object literal: a property may be called __proto__.
      const copies = Object.create(null) as Record<string, Schema>;
      for (const [name, entry] of Object.entries(part)) copies[name] = copy(entry, step(at, name), depth + 1);
      node[key] = copies;
    } else report(at, 'It must be an object with schemas. Correct it.');
  }

  function copyPatternProperties(schema: Json, node: Schema, pointer: string, depth: number): void {
    const key = 'patternProperties';
    if (!Object.hasOwn(schema, key)) return;
    const at = step(pointer, key);
    const part = schema[key];
    if (!isObject(part)) {
      report(at, 'It must be an object with schemas. Correct it.');
      return;
    }
    const copies = Object.create(null) as Record<string, Schema>;
    for (const [pattern, entry] of Object.entries(part)) {
      const bounded = patternFor(pattern, step(at, pattern));
      if (bounded === undefined) continue;
      if (bounded.longest < longestKey) {
        report(
          step(at, pattern),
          'The expression is too costly for the names of properties. Make it simpler.',
        );
        continue;
      }
      copies[pattern] = copy(entry, step(at, pattern), depth + 1);
    }
    node[key] = copies;
  }

  function copyReference(schema: Json, node: Schema, pointer: string): void {
    for (const key of ['$dynamicRef', '$recursiveRef'])
      if (Object.hasOwn(schema, key))
        report(step(pointer, key), 'It is not supported. Name a schema in this file with "$ref".');
    const ref = Object.hasOwn(schema, '$ref') ? schema['$ref'] : undefined;
    if (ref === undefined) return;
    references.push({ node, pointer, ref: typeof ref === 'string' ? ref : '' });
  }

  const root = copy(source, '', 0);
  for (const { node, pointer, ref } of references) {
    const target = localPointer(ref);
    if (target !== undefined && lookup[`#${target}`] !== undefined) node.$ref = `#${target}`;
    else
      report(
        step(pointer, '$ref'),
        'It must name a schema in this file, such as "#/$defs/address"; nothing is fetched from elsewhere.',
      );
  }
  return { root, lookup, formats, budget, checksUniqueness, problems };
}

/**
 * Leaves out everything that can't be used and reports it, along with everything that would become stricter by that, so
 * that no context is refused because of a defect in its schema.
 */
export function guardSchema(source: Json): GuardedSchema {
  const strict = copySchema(source, false);
  if (strict.problems.length === 0) return strict;
  return { ...copySchema(source, true), problems: strict.problems };
}
