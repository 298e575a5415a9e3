import { ApiError, type Api, type Artifact } from '@loggia/kit';
import { z } from 'zod';
import { registrationIn, type Registration } from './registration.ts';

const versionsSchema = z.looseObject({
  versions: z.array(z.looseObject({ version: z.number(), context: z.unknown() })),
});
const mostVersions = 50;

/**
 * What was committed, newest first. Versions that are no registration are left out, except the newest, which is what
 * somebody wants now and must be told about.
 */
export async function committedHistory(artifact: Artifact, api: Api): Promise<readonly Registration[]> {
  const contexts = await committedContexts(artifact, api);
  const [newest, ...older] = contexts;
  if (newest === undefined) return [];
  const earlier = older.flatMap((context) => {
    try {
      return [registrationIn(context)];
    } catch {
      return [];
    }
  });
  return [registrationIn(newest), ...earlier];
}

async function committedContexts(artifact: Artifact, api: Api): Promise<readonly unknown[]> {
  try {
    const params = { artifact: artifact.id, limit: mostVersions };
    const answer = versionsSchema.parse(await api.command('listVersions', params));
    return answer.versions.toSorted((a, b) => b.version - a.version).map(({ context }) => context);
  } catch (error) {
    // What was deleted may be out of reach by now; what the event brought along is the next best.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return artifact.version > 0 ? [artifact.context] : [];
  }
}
