import {
  choiceText,
  requiredNames,
  resolveSchema,
  schemaChoices,
  schemaProperties,
  soleType,
  type JsonSchema,
  type SchemaChoice,
} from '@loggia/protocol';
import { wordsOf } from '../language/words.ts';

export type Choice = SchemaChoice;

/** How forms name it. */
export function choiceId({ value }: Choice): string {
  return choiceText(value);
}

export type ParameterKind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  /** A list of texts. */
  | 'texts'
  /** Anything that has no field of its own. */
  | 'json';

/** One argument of a tool, as far as a sentence or a form can give it. */
export interface Parameter {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  /** The words of its name. */
  readonly words: readonly string[];
  readonly kind: ParameterKind;
  readonly required: boolean;
  readonly choices: readonly Choice[];
  readonly default: unknown;
  /** Bounds of the number, or of the length of the text. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly format: string | undefined;
}

const mostParameters = 64;
const mostChoices = 100;
const longestText = 500;

/**
 * Reads a tool's input schema, which a stranger has written: whatever it is, the answer is a list. What cannot be
 * understood is JSON text to users.
 */
export function parametersOf(inputSchema: unknown): readonly Parameter[] {
  const root = resolveSchema(inputSchema, inputSchema);
  const properties = schemaProperties(root);
  if (!root || !properties) return [];
  const required = requiredNames(root);
  return Object.entries(properties)
    .slice(0, mostParameters)
    .map(([name, schema]) =>
      parameterOf(name, resolveSchema(schema, inputSchema) ?? {}, inputSchema, required.has(name)),
    );
}

/** Whether the tool takes arguments that it does not name. */
export function isOpen(inputSchema: unknown): boolean {
  const root = resolveSchema(inputSchema, inputSchema);
  const extra = root?.['additionalProperties'];
  const takesMore = typeof extra === 'object' && extra !== null && !Array.isArray(extra);
  return extra === true || takesMore || !schemaProperties(root);
}

function parameterOf(name: string, schema: JsonSchema, root: unknown, required: boolean): Parameter {
  const kind = kindOf(schema, root);
  const isNumber = kind === 'number' || kind === 'integer';
  const title = textOf(schema['title']);
  const chosenFrom = kind === 'choices' ? (itemsOf(schema, root) ?? {}) : schema;
  return {
    name,
    title: title === '' ? undefined : title,
    description: textOf(schema['description']),
    words: wordsOf(name),
    kind,
    required: required && schema['default'] === undefined,
    choices: schemaChoices(chosenFrom, root).slice(0, mostChoices),
    default: schema['default'],
    min: numberOf(isNumber ? schema['minimum'] : schema['minLength']),
    max: numberOf(isNumber ? schema['maximum'] : schema['maxLength']),
    format: typeof schema['format'] === 'string' ? schema['format'] : undefined,
  };
}

function kindOf(schema: JsonSchema, root: unknown): ParameterKind {
  if (schemaChoices(schema, root).length > 0) return 'choice';
  switch (soleType(schema)) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'integer':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = itemsOf(schema, root);
      if (!items) return 'json';
      if (schemaChoices(items, root).length > 0) return 'choices';
      return soleType(items) === 'string' ? 'texts' : 'json';
    }
    default:
      return 'json';
  }
}

function itemsOf(schema: JsonSchema, root: unknown): JsonSchema | undefined {
  return resolveSchema(schema['items'], root);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText).trim() : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
