import { fakeHost, Refusal } from '@loggia/testing/handlers';

type Context = Readonly<Record<string, unknown>>;

/** One artifact behind the API of a host, over real HTTP, with the rule about revisions. */
export async function hostWith(context: Context) {
  const artifact = {
    id: 'b1',
    workspace: 'w',
    type: 'application/vnd.loggia.board+json',
    title: 'Launch',
    state: 'draft',
    revision: 1,
    version: 0,
    context,
  };
  /** Runs before each update, as somebody else who is faster. */
  const meddlers: ((now: typeof artifact) => void)[] = [];

  function answer(command: string, params: Readonly<Record<string, unknown>>): unknown {
    if (params['artifact'] !== artifact.id) throw new Refusal(404, 'NotFound', 'It is gone.');
    if (command === 'getArtifact') return { artifact };
    meddlers.shift()?.(artifact);
    if (params['ifRevision'] !== artifact.revision)
      throw new Refusal(409, 'Conflict', `It has revision ${artifact.revision}.`);
    artifact.context = params['context'] as Context;
    artifact.revision += 1;
    return { artifact };
  }

  const { meta } = await fakeHost(({ path, token, body }) => {
    if (token !== 'token') throw new Refusal(401, 'Unauthorized', 'The token is over.');
    return { json: answer(path.replace('/api/', ''), JSON.parse(body)) };
  });
  return { artifact, meddlers, meta: meta('token') };
}
