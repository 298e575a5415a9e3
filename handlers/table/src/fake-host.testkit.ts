import { createHash } from 'node:crypto';
import { fakeHost, Refusal } from '@loggia/testing/handlers';

export const tableType = 'application/vnd.loggia.table+json';

/** One artifact with content behind the API of a host, over real HTTP, with the rule about revisions. */
export async function hostWith(given: { readonly content?: string | Uint8Array; readonly type?: string }) {
  const state = {
    artifact: {
      id: 't1',
      workspace: 'w',
      type: given.type ?? tableType,
      title: 'Orders',
      state: 'committed',
      revision: 1,
      version: 1,
      context: { mine: true } as Record<string, unknown>,
    },
    content: given.content === undefined ? undefined : Buffer.from(given.content),
  };
  const asked: string[] = [];
  /** Runs before an update, as somebody else who is faster. */
  const meddlers: (() => void)[] = [];
  /** The same, before the artifact is read. */
  const lookers: (() => void)[] = [];

  const shown = () => ({
    ...state.artifact,
    ...(state.content && {
      content: {
        hash: createHash('sha256').update(state.content).digest('hex'),
        size: state.content.length,
        url: 'http://127.0.0.1/',
      },
    }),
  });
  const change = (): void => {
    state.artifact = { ...state.artifact, revision: state.artifact.revision + 1, state: 'draft' };
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- parameters of all commands
  function answer(command: string, params: any): unknown {
    if (command === 'getArtifact') {
      lookers.shift()?.();
      return { artifact: shown() };
    }
    if (command === 'readContent') {
      const { offset, limit } = params as { offset: number; limit: number };
      const next = offset + limit;
      const size = state.content?.length ?? 0;
      const text = state.content?.toString('utf8', offset, next);
      return { text, size, ...(next < size && { nextOffset: next }) };
    }
    if (command !== 'updateArtifact') throw new Refusal(404, 'NotFound', command);
    meddlers.shift()?.();
    if (params.ifRevision !== state.artifact.revision) throw new Refusal(409, 'Conflict', 'It was changed.');
    change();
    if (params.context !== undefined) state.artifact.context = params.context;
    if (params.content !== undefined) state.content = Buffer.from(params.content.text);
    return { artifact: shown() };
  }

  const { meta } = await fakeHost(({ method, path, token, body }) => {
    const command = path.replace('/api/', '');
    asked.push(`${method} ${command}`);
    if (token !== 'token') throw new Refusal(401, 'Unauthorized', 'The token is over.');
    if (method === 'GET') return { bytes: state.content ?? Buffer.alloc(0) };
    if (method === 'POST') return { json: answer(command, JSON.parse(body)) };
    state.content = Buffer.from(body);
    change();
    return { json: {} };
  });
  return { state, asked, meddlers, lookers, shown, meta: meta('token') };
}
