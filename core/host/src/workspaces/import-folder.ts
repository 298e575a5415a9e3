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

/**
 * Makes a workspace of a folder: `workspace.json` says what there is, the files beside it are contents and contexts.
 * Returns its id. What fails leaves a workspace with what came before it.
 */
export async function importFolder(folder: string, artifacts: Artifacts, caller: Caller): Promise<string> {
  const manifest = manifestSchema.parse(JSON.parse(await read(folder, 'workspace.json')));
  const { title, description } = manifest;
  const { workspace } = await artifacts.createWorkspace({ title, description }, caller);
  const collections = new Map<string, string>();
  for (const { key, ...wanted } of manifest.collections) {
    const { collection } = await artifacts.createCollection(wanted, caller);
    collections.set(key, collection.id);
  }
  for (const wanted of manifest.artifacts) {
    const context = wanted.context === undefined ? undefined : await readObject(folder, wanted.context);
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

async function readObject(folder: string, name: string): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(await read(folder, name)));
}

async function read(folder: string, name: string): Promise<string> {
  return readFile(await inside(folder, name), 'utf8');
}

/** Links may not lead out of the folder. */
async function inside(folder: string, name: string): Promise<string> {
  const [root, found] = await Promise.all([realpath(folder), realpath(path.join(folder, name))]);
  if (path.dirname(found) !== root) throw new Error(`${name} does not lie in ${folder}. Put the file there.`);
  return found;
}
