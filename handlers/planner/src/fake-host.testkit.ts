import { fakeHost, Refusal } from '@loggia/testing/handlers';

type Context = Readonly<Record<string, unknown>>;

/** One artifact behind the API of a host, over real HTTP, with the rule about revisions. */
export async function hostWith(context: Context) {
  const artifact = {
    id: 'p1',
    workspace: 'w',
    type: 'application/vnd.loggia.planner+json',
    title: 'Portugal',
    state: 'draft',
    revision: 1,
    version: 0,
    context,
  };
  /** Runs before each update, as somebody else who is faster. */
  const meddlers: ((now: typeof artifact) => void)[] = [];
  const { meta } = await fakeHost(({ path, body }) => {
    const { ifRevision, context: next } = JSON.parse(body);
    if (path === '/api/getArtifact') return { json: { artifact } };
    meddlers.shift()?.(artifact);
    if (ifRevision !== artifact.revision) throw new Refusal(409, 'Conflict', 'Somebody was faster.');
    artifact.context = next;
    artifact.revision += 1;
    return { json: { artifact } };
  });
  return { artifact, meddlers, meta: meta('token') };
}
