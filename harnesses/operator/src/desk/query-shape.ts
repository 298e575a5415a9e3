import type { HarnessTool } from '@loggia/sessions/harness';
import { resolveSchema, schemaChoices, schemaProperties, soleType, type JsonSchema } from '@loggia/protocol';
import { parametersOf } from '../schema/parameters.ts';

/** How a tool that answers questions about rows wants them put, read from its schema. Each is a parameter's name. */
export interface QueryShape {
  readonly tool: HarnessTool;
  /** A list of calculations: which column, and how. */
  readonly calculate?: {
    readonly name: string;
    readonly column: string;
    readonly how: string;
    readonly ways: readonly string[];
  };
  /** A list of conditions: which column, and what it has to be. */
  readonly where?: { readonly name: string; readonly column: string; readonly is: string };
  readonly sort?: { readonly name: string; readonly column: string; readonly descending?: string };
  readonly groupBy?: string;
  readonly search?: string;
  readonly limit?: string;
}

/** Undefined for a tool that isn't for that: it must at least be able to calculate, or to filter. */
export function queryShapeOf(tool: HarnessTool): QueryShape | undefined {
  if (tool.readOnly !== true) return undefined;
  const { inputSchema } = tool;
  const properties = schemaProperties(resolveSchema(inputSchema, inputSchema)) ?? {};
  const shape: { -readonly [Key in keyof QueryShape]: QueryShape[Key] } = { tool };
  for (const { name, words, kind } of parametersOf(inputSchema)) {
    const says = (pattern: RegExp) => words.some((word) => pattern.test(word));
    if (kind === 'text' && says(/^group/u)) shape.groupBy = name;
    else if (kind === 'text' && says(/^(?:search|query|text|contains)$/u)) shape.search = name;
    else if (kind === 'integer' && says(/^(?:limit|count|head|top)$/u)) shape.limit = name;
    else if (kind === 'json')
      readList(shape, name, words, fieldsOf(properties[name], inputSchema), inputSchema);
  }
  return shape.calculate || shape.where ? shape : undefined;
}

function readList(
  shape: { -readonly [Key in keyof QueryShape]: QueryShape[Key] },
  name: string,
  words: readonly string[],
  fields: ReadonlyMap<string, JsonSchema>,
  root: unknown,
): void {
  const chosen = [...fields].find(([, schema]) => schemaChoices(schema, root).length > 0);
  const texts = [...fields].filter(
    ([field, schema]) => field !== chosen?.[0] && soleType(schema) === 'string',
  );
  const [column] = texts.find(([field]) => /column|field|key|property/iu.test(field)) ?? texts[0] ?? [];
  if (column === undefined) return;
  const other = texts.find(([field]) => field !== column)?.[0];
  const flag = [...fields].find(([, schema]) => soleType(schema) === 'boolean')?.[0];
  if (chosen) {
    const ways = schemaChoices(chosen[1], root).map(({ value }) => String(value));
    if (ways.some((way) => /^(?:sum|average|avg|mean|max)/u.test(way))) {
      shape.calculate = { name, column, how: chosen[0], ways };
    }
  } else if (other !== undefined) shape.where = { name, column, is: other };
  else if (words.some((word) => /^(?:sort|order)/u.test(word))) {
    shape.sort = { name, column, ...(flag !== undefined && { descending: flag }) };
  }
}

/** The fields of what a list holds. */
function fieldsOf(schema: unknown, root: unknown): ReadonlyMap<string, JsonSchema> {
  const items = resolveSchema(resolveSchema(schema, root)?.['items'], root);
  const properties = schemaProperties(items) ?? {};
  return new Map(
    Object.entries(properties).flatMap(([name, own]) => {
      const resolved = resolveSchema(own, root);
      return resolved ? [[name, resolved] as const] : [];
    }),
  );
}
