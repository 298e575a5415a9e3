import { z } from 'zod';

/** The file of a backup that lists all the others. */
export const manifestFile = 'backup.json';

/** Increased when an earlier program would restore a backup wrongly. */
export const backupFormat = 1;

/** The parts of a data directory that a backup can contain. */
const backedUpParts = ['loggia.db', 'content', 'host.json', 'workspace', 'results', 'plugins', 'key'];

const maxPath = 4096;

/** Paths are relative to the backup, with `/` between names. */
const safePath = z.string().max(maxPath).refine(isSafe, { error: 'is not a path inside of a backup' });

const manifest = z
  .object({
    format: z.literal(backupFormat),
    version: z.string(),
    /** The version of the database's tables. */
    schema: z.int().min(1),
    at: z.iso.datetime(),
    bytes: z.int().min(0),
    contents: z.int().min(0),
    /** Contents that were damaged or missing before they were copied, by their hash. */
    damaged: z.array(z.string()),
    withKey: z.boolean(),
    folders: z.array(safePath),
    links: z.array(z.object({ path: safePath, target: z.string().min(1).max(maxPath) })),
    files: z.array(
      z.object({ path: safePath, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    ),
  })
  .superRefine(({ folders, links, files }, context) => {
    const leaves = new Set<string>();
    for (const { path } of [...files, ...links]) {
      if (leaves.has(path)) context.addIssue(`"${path}" is listed twice`);
      leaves.add(path);
    }
    // Otherwise, a file could be written through a link.
    for (const path of [...folders.map((folder) => `${folder}/`), ...leaves]) {
      const above = parentsOf(path).find((parent) => leaves.has(parent));
      if (above !== undefined) context.addIssue(`"${above}" is listed as a file and as a folder`);
    }
  });

export type BackupManifest = z.infer<typeof manifest>;

/** Reads any version far enough to say what made it. */
const heading = z.object({ format: z.int(), version: z.string() });

export type ReadManifest =
  | { readonly manifest: BackupManifest }
  | { readonly newer: string }
  | { readonly problem: string };

export function parseManifest(text: string): ReadManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const head = heading.safeParse(value);
  if (head.success && head.data.format > backupFormat) return { newer: head.data.version };
  const result = manifest.safeParse(value);
  if (result.success) return { manifest: result.data };
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  return { problem: [where, issue?.message ?? 'it is not understood'].filter(Boolean).join(': ') };
}

/** One entry to a line. Pieces, because the list of a large host is long. */
export function* manifestText({ folders, links, files, ...head }: BackupManifest): Generator<string> {
  yield JSON.stringify(head, undefined, 2).slice(0, -2);
  for (const [name, entries] of Object.entries({ folders, links, files })) {
    yield `,\n  "${name}": [`;
    for (const [index, entry] of entries.entries())
      yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(entry)}`;
    yield entries.length === 0 ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

/** `a/b` and `a` for `a/b/c`. */
function parentsOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, names.length - index).join('/'));
}

function isSafe(path: string): boolean {
  const names = path.split('/');
  if (!backedUpParts.includes(names[0] ?? '')) return false;
  // On Windows, a backslash separates names and a colon names a drive or a stream.
  const foreign = process.platform === 'win32' ? /[\0\\:]/ : /\0/;
  return names.every((name) => name !== '' && name !== '.' && name !== '..' && !foreign.test(name));
}
