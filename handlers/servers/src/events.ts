import { ApiError, type Api, type Artifact, type ArtifactEvent, type Events } from '@loggia/kit';
import { committedRegistration } from './committed.ts';
import { planRegistration, planRemoval, type Plan } from './plan.ts';
import { listServers, serverCommand } from './reports.ts';

/** A commit puts the registration into force; archiving and deleting take it back. */
export const events: Events = {
  async commit(_event, artifact, { api }) {
    const now = await current(artifact, api);
    if (now === undefined || now.state === 'archived') return;
    const wanted = await committedRegistration(now, api);
    await carryOut(planRegistration(now.id, wanted, await listServers(api)), api);
  },
  async archive(event, artifact, { api }) {
    await takeBack(event, artifact, api);
  },
  async delete(event, artifact, { api }) {
    await takeBack(event, artifact, api);
  },
};

async function takeBack(event: ArtifactEvent, artifact: Artifact, api: Api): Promise<void> {
  if (event.cause === 'replay') {
    const now = await current(artifact, api);
    // Somebody brought it back since: the old event is no longer true.
    if (now !== undefined && now.state !== 'archived') return;
  }
  // An artifact that was never committed has nothing to unregister.
  if (artifact.version > 0) await carryOut(planRemoval(artifact.id, await listServers(api)), api);
}

/** The current artifact, not the one in the event. */
async function current({ id }: Artifact, api: Api): Promise<Artifact | undefined> {
  try {
    const artifact = await api.getArtifact(id);
    return 'deletedAt' in artifact && artifact.deletedAt !== undefined ? undefined : artifact;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function carryOut({ remove, add, replace }: Plan, api: Api): Promise<void> {
  for (const server of remove) await removeServer(server, api);
  if (!add) return;
  const { name, settings } = add;
  try {
    await serverCommand(api, 'addServer', { name, settings });
    // It was there with these settings already; somebody may have stopped it since.
    if (replace !== undefined) return;
  } catch (error) {
    const isTaken = error instanceof ApiError && error.status === 409;
    if (!isTaken || replace === undefined) throw error;
    await removeServer(replace, api);
    await serverCommand(api, 'addServer', { name, settings });
  }
  // It is registered, whether it starts or not: its state says why not, and the View shows that.
  await serverCommand(api, 'startServer', { server: name }).catch(() => undefined);
}

async function removeServer(server: string, api: Api): Promise<void> {
  try {
    await serverCommand(api, 'removeServer', { server });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
