import { HostError } from '@loggia/client';
import type { Artifact, ArtifactSummary } from '@loggia/protocol';
import { CommandFailed } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import { printableLine } from '../../output/printable.ts';
import { Search } from '../named-one.ts';
import { workspaceNamed } from '../workspaces/find-workspace.ts';
import { artifactsListed } from './artifacts-listed.ts';

/** The fields of a named artifact that commands need. */
export type FoundArtifact = Pick<
  Artifact | ArtifactSummary,
  'id' | 'title' | 'workspace' | 'type' | 'state' | 'revision' | 'version' | 'content' | 'deletedAt'
>;

export interface Scope {
  /** As typed; undefined for all workspaces. */
  readonly workspace: string | undefined;
  readonly among: 'kept' | 'trash' | 'all';
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export async function findArtifact(link: HostLink, wanted: string, scope: Scope): Promise<FoundArtifact> {
  const [found] = await findArtifacts(link, [wanted], scope);
  if (found === undefined) throw new CommandFailed('failed', 'Name an artifact.');
  return found;
}

/** The artifacts of these ids, titles or beginnings of ids, each once, in their order. */
export async function findArtifacts(
  link: HostLink,
  wanted: readonly string[],
  { workspace, among }: Scope,
): Promise<readonly FoundArtifact[]> {
  const within = await workspaceNamed(link, workspace);
  const known = new Map<string, FoundArtifact>();
  for (const word of new Set(wanted)) {
    const found = await byWholeId(link, word);
    if (found && (within === undefined || found.workspace === within.id))
      known.set(word, inPlace(found, among));
  }
  const searches = [...new Set(wanted)]
    .filter((word) => !known.has(word))
    .map((word) => new Search<ArtifactSummary>(word));
  if (searches.length > 0) {
    for (const deleted of among === 'all' ? [false, true] : [among === 'trash']) {
      const query = { ...(within && { workspace: within.id }), ...(deleted && { deleted }) };
      for await (const artifact of artifactsListed(link, query)) {
        for (const search of searches) search.look(artifact);
      }
    }
  }
  for (const search of searches) known.set(search.wanted, search.found(kindIn(among)));
  return [...new Map(wanted.flatMap((word) => known.get(word) ?? []).map((one) => [one.id, one])).values()];
}

/** Far cheaper than to look at all of them, and most ids are pasted. */
async function byWholeId(link: HostLink, word: string): Promise<FoundArtifact | undefined> {
  if (!idPattern.test(word)) return undefined;
  try {
    return (await link.ask('x-loggia/getArtifact', { artifact: word })).artifact;
  } catch (error) {
    if (error instanceof HostError && error.kind === 'NotFound') return undefined;
    throw error;
  }
}

function inPlace(found: FoundArtifact, among: Scope['among']): FoundArtifact {
  const title = printableLine(found.title);
  if (among === 'kept' && found.deletedAt !== undefined) {
    throw new CommandFailed(
      'failed',
      `"${title}" is in the trash. Restore it with "loggia artifacts undelete ${found.id}".`,
    );
  }
  if (among === 'trash' && found.deletedAt === undefined) {
    throw new CommandFailed(
      'failed',
      `"${title}" is not in the trash. "loggia artifacts delete ${found.id}" moves it there.`,
    );
  }
  return found;
}

function kindIn(among: Scope['among']) {
  return among === 'trash'
    ? { one: 'artifact in the trash', many: 'artifacts in the trash', list: 'loggia artifacts list --trash' }
    : { one: 'artifact', many: 'artifacts', list: 'loggia artifacts list' };
}
