import { z } from 'zod';

const text = (most: number) => z.string().trim().min(1).max(most);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);
const args = z.array(z.string().max(8192)).max(200).default([]);
const env = z.record(variable, z.string().max(65_536)).default({});
const webAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\//);

const packageSchema = z.object({ package: text(300), cmd: text(200).optional(), args, env });
const binarySchema = z.record(z.string(), z.object({ cmd: text(500), args, env }));

/** Our own additions to an entry, which other readers of the format ignore. */
const additionsSchema = z.object({
  /** The oldest version of Node that runs it. */
  node: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4}){0,2}$/)
    .optional(),
  keys: z
    .array(
      z.object({
        name: variable,
        description: text(300).optional(),
        authMethod: text(200).optional(),
      }),
    )
    .max(20)
    .default([]),
});

const entrySchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be lowercase letters, digits and "-"'),
  name: text(100),
  version: text(100).optional(),
  description: text(1000).optional(),
  license: text(200).optional(),
  website: webAddress.optional().catch(undefined),
  repository: webAddress.optional().catch(undefined),
  distribution: z.record(z.string(), z.unknown()),
  _meta: z.object({ loggia: additionsSchema.optional() }).optional(),
});

export type PackageDistribution = z.output<typeof packageSchema>;
export type BinaryDistribution = z.output<typeof binarySchema>;

/** An agent in the format of the registry of the Agent Client Protocol, with our additions. */
export interface RegistryEntry {
  readonly id: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly website?: string | undefined;
  readonly node?: string | undefined;
  readonly keys: z.output<typeof additionsSchema>['keys'];
  readonly npx?: PackageDistribution | undefined;
  readonly uvx?: PackageDistribution | undefined;
  readonly binary?: BinaryDistribution | undefined;
  /** The kinds of distributions that this version doesn't know. */
  readonly unknownKinds: readonly string[];
}

export interface ReadRegistry {
  readonly entries: readonly RegistryEntry[];
  /** The mistakes in it, each as the end of a sentence about the document. */
  readonly problems: readonly string[];
}

const mostEntries = 1000;
const mostProblems = 5;

/** Reads a registry, or a single entry. A broken entry is left out and reported; the others count. */
export function readRegistry(document: string): ReadRegistry {
  let parsed: unknown;
  try {
    parsed = JSON.parse(document.replace(/^\uFEFF/, ''));
  } catch {
    return { entries: [], problems: ['is not valid JSON'] };
  }
  const listed = listedIn(parsed);
  if (listed === undefined)
    return { entries: [], problems: ['is not a registry: it has no list called "agents"'] };
  const read = listed.slice(0, mostEntries).map((value, index) => readEntry(value, index));
  const problems = [
    ...read.flatMap((one) => (typeof one === 'string' ? [one] : [])),
    ...(listed.length > mostEntries ? [`has more than ${mostEntries} agents; the rest is left out`] : []),
  ];
  return {
    entries: read.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    problems:
      problems.length > mostProblems
        ? [...problems.slice(0, mostProblems), `has ${problems.length - mostProblems} more mistakes`]
        : problems,
  };
}

function listedIn(parsed: unknown): readonly unknown[] | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  if ('agents' in parsed) return Array.isArray(parsed.agents) ? parsed.agents : undefined;
  return 'distribution' in parsed ? [parsed] : undefined;
}

function readEntry(value: unknown, index: number): RegistryEntry | string {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) return mistake(nameIn(value, index), parsed.error);
  const { distribution, _meta, website, repository, ...plain } = parsed.data;
  const npx = packageSchema.optional().safeParse(distribution['npx']);
  const uvx = packageSchema.optional().safeParse(distribution['uvx']);
  const binary = binarySchema.optional().safeParse(distribution['binary']);
  for (const each of [npx, uvx, binary]) if (!each.success) return mistake(nameIn(value, index), each.error);
  return {
    ...plain,
    website: website ?? repository,
    node: _meta?.loggia?.node,
    keys: _meta?.loggia?.keys ?? [],
    npx: npx.data,
    uvx: uvx.data,
    binary: binary.data,
    unknownKinds: Object.keys(distribution)
      .filter((kind) => !['npx', 'uvx', 'binary'].includes(kind))
      .map((kind) => kind.slice(0, 50)),
  };
}

function nameIn(value: unknown, index: number): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' && id !== '' ? `"${id.slice(0, 100)}"` : `number ${index + 1}`;
}

function mistake(name: string, error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue?.path.length ? `"${issue.path.join('.').slice(0, 200)}"` : 'the entry';
  return `has a mistake in the agent ${name} (${where}: ${issue?.message ?? 'unreadable'})`;
}
