import { createReadStream } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Artifacts, Caller } from '@loggia/artifacts';
import { z } from 'zod';

const file = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'must be the name of a file beside workspace.json')
  .optional();

const manifestSchema = z.object({
  title: z.string(),
  description: z.string().optional(),
  collections: z
    .array(z.object({ key: z.string(), title: z.string(), description: z.string().optional() }))
    .default([]),
  artifacts: z.array(
    z.object({
      type: z.string().optional(),
      title: z.string(),
      /** JSON. */
      context: file,
      content: file,
      /** The message of its first commit; without one it stays a draft. */
      commit: z.string().optional(),
      collections: z.array(z.string()).default([]),
    }),
  ),
});

const contextSchema = z.record(z.string(), z.unknown());

/**
 * Imports a folder as a workspace: `workspace.json` lists its artifacts, and the files beside it are contents and
 * contexts. Returns its id. If it fails, the part imported so far stays.
 */
export async function importFolder(folder: string, artifacts: Artifacts, caller: Caller): Promise<string> {
  const manifest = await read(folder, 'workspace.json', manifestSchema);
  const { title, description } = manifest;
  const { workspace } = await artifacts.createWorkspace({ title, description }, caller);
  const collections = new Map<string, string>();
  for (const { key, ...wanted } of manifest.collections) {
    const { collection } = await artifacts.createCollection(wanted, caller);
    collections.set(key, collection.id);
  }
  for (const wanted of manifest.artifacts) {
    const context =
      wanted.context === undefined ? undefined : await read(folder, wanted.context, contextSchema);
    const content =
      wanted.content === undefined
        ? undefined
        : await artifacts.upload(createReadStream(await inside(folder, wanted.content)));
    const { artifact } = await artifacts.createArtifact(
      {
        workspace: workspace.id,
        type: wanted.type,
        title: wanted.title,
        ...(context && { context }),
        ...(content && { content: { hash: content.hash }, fileName: wanted.content }),
      },
      caller,
    );
    if (wanted.commit === undefined) continue;
    await artifacts.commitArtifacts({ artifacts: [{ id: artifact.id }], message: wanted.commit }, caller);
    for (const key of wanted.collections) {
      const collection = collections.get(key);
      if (collection !== undefined)
        await artifacts.linkArtifacts({ collection, artifacts: [artifact.id] }, caller);
    }
  }
  return workspace.id;
}

async function read<Value>(folder: string, name: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(await inside(folder, name), 'utf8');
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new Error(`Correct ${name} in ${folder}${at}: ${issue?.message}`, { cause: parsed.error });
}

/** Undefined, which isn't a JSON value, for invalid JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Links must not lead out of the folder. */
async function inside(folder: string, name: string): Promise<string> {
  const [root, found] = await Promise.all([realpath(folder), realpath(path.join(folder, name))]);
  if (path.dirname(found) !== root) throw new Error(`${name} isn't in ${folder}. Put the file there.`);
  return found;
}
