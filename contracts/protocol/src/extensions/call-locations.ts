import { z } from 'zod';

type Meta = Readonly<Record<string, unknown>>;

const key = 'loggia.locations';
/** More don't help anybody to follow an agent. */
const mostLocations = 50;

const locationSchema = z.object({
  /** A file on the host's machine. */
  uri: z.string().startsWith('file:'),
  /** Lines count from 1. */
  line: z.int().min(1).optional().catch(undefined),
});

/** A place in a file that a call of an agent's own works on. */
export interface CallLocation {
  readonly uri: string;
  readonly line?: number;
}

/** AHP has no field for them: they are in the `_meta` of the call. */
export function callLocationsMark(locations: readonly CallLocation[]): Record<string, unknown> {
  return { [key]: locations.slice(0, mostLocations) };
}

/** Each place once, in the agent's order. */
export function callLocationsOf({ _meta }: { readonly _meta?: Meta | undefined }): readonly CallLocation[] {
  const given = _meta?.[key];
  if (!Array.isArray(given)) return [];
  const found = new Map<string, CallLocation>();
  for (const each of given.slice(0, mostLocations)) {
    const read = locationSchema.safeParse(each);
    if (!read.success) continue;
    const { uri, line } = read.data;
    found.set(`${uri}:${line ?? ''}`, { uri, ...(line !== undefined && { line }) });
  }
  return [...found.values()];
}

/** The place as a person writes it, relative to the first of the folders that has it: `src/main.ts:12`. */
export function locationWords({ uri, line }: CallLocation, folders: readonly string[] = []): string {
  const path = pathIn(uri);
  const inside = folders
    .map((folder) => pathIn(folder).replace(/\/$/, ''))
    .find((folder) => path.startsWith(`${folder}/`));
  const shown = inside === undefined ? path : path.slice(inside.length + 1);
  return line === undefined ? shown : `${shown}:${line}`;
}

function pathIn(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\/[^/]*/, ''));
  } catch {
    return uri;
  }
}
