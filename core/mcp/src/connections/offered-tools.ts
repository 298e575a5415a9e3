import type { McpTool } from '../connection.ts';
import { oneLine } from '../auth/one-line.ts';
import { plainSchema } from './plain-schema.ts';
import { plainText } from './plain-text.ts';
import { nestsDeeperThan } from './traffic/nesting.ts';

export interface OfferPorts {
  /** The maximum nesting of a definition. */
  readonly depth: number;
  leftOut(text: string): void;
}

const longestName = 256;
const longestTitle = 1_000;
const longestDescription = 64 * 1024;
const mostNamed = 10;

/**
 * The tools in a form that can be shown: their texts contain nothing misleading. A tool is called by its name, which
 * can't be changed: tools with unprintable names are left out, and so are those that nest too deep.
 */
export function offeredTools(tools: readonly McpTool[], { depth, leftOut }: OfferPorts): readonly McpTool[] {
  const refused: string[] = [];
  const offered = tools.filter((tool) => {
    const why = refusalOf(tool, depth);
    if (why !== undefined) refused.push(`The tool "${oneLine(tool.name, 100)}" isn't offered: ${why}`);
    return why === undefined;
  });
  for (const text of refused.slice(0, mostNamed)) leftOut(text);
  if (refused.length > mostNamed) leftOut(`${refused.length - mostNamed} more tools aren't offered.`);
  return offered.map(plain);
}

function refusalOf(tool: McpTool, depth: number): string | undefined {
  if (tool.name.length > longestName) return `its name is longer than ${longestName} characters.`;
  if (plainText(tool.name, longestName).replace(/[\n\t]/g, '') !== tool.name)
    return 'its name has control or invisible characters in it.';
  return nestsDeeperThan(tool, depth)
    ? `its definition is nested more than ${depth} levels deep.`
    : undefined;
}

function plain(tool: McpTool): McpTool {
  const { title, description, annotations, inputSchema, outputSchema } = tool;
  return {
    ...tool,
    ...(typeof title === 'string' && { title: plainText(title, longestTitle) }),
    ...(typeof description === 'string' && { description: plainText(description, longestDescription) }),
    ...(isObject(annotations) && { annotations: plainAnnotations(annotations) }),
    ...(isObject(inputSchema) && { inputSchema: plainSchema(inputSchema) }),
    ...(isObject(outputSchema) && { outputSchema: plainSchema(outputSchema) }),
  };
}

function plainAnnotations(annotations: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { title } = annotations;
  return typeof title === 'string' ? { ...annotations, title: plainText(title, longestTitle) } : annotations;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
