import { ApiError, type Api, type Artifact } from '@loggia/kit';
import { z } from 'zod';
import { registrationIn, type Registration } from './registration.ts';

const versionsSchema = z.looseObject({
  versions: z.array(z.looseObject({ version: z.number(), context: z.unknown() })),
});

/**
 * The registration that was committed last; undefined where none was.
 *
 * @throws {Error} with a sentence for the user where it is not one that could be made
 */
export async function committedRegistration(artifact: Artifact, api: Api): Promise<Registration | undefined> {
  if (artifact.version === 0) return undefined;
  const context = await committedContext(artifact, api);
  return context === undefined ? undefined : registrationIn(context);
}

async function committedContext(artifact: Artifact, api: Api): Promise<unknown> {
  try {
    const answer = versionsSchema.parse(
      await api.command('listVersions', { artifact: artifact.id, limit: 1 }),
    );
    return answer.versions[0]?.context;
  } catch (error) {
    // A deleted artifact may be gone by now; the context in the event is the next best source.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return artifact.context;
  }
}
