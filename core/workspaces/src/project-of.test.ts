import type { Artifacts } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { projectOf } from './project-of.ts';

function withWorkspaces(...ids: readonly string[]): Pick<Artifacts, 'listWorkspaces'> {
  const workspaces = ids.map((id) => ({ id, channel: `x-loggia-workspace:/${id}`, title: id.toUpperCase() }));
  return { listWorkspaces: async () => ({ workspaces }) as never };
}

test('a session belongs to the workspace that is asked for by id or channel, and else to the first', async () => {
  const artifacts = withWorkspaces('a', 'b');
  const b = { uri: 'x-loggia-workspace:/b', displayName: 'B' };
  expect(await projectOf(artifacts, 'b')).toEqual(b);
  expect(await projectOf(artifacts, 'x-loggia-workspace:/b')).toEqual(b);
  expect(await projectOf(artifacts, undefined)).toMatchObject({ displayName: 'A' });
  expect(await projectOf(withWorkspaces(), undefined)).toBeUndefined();
});

test('a workspace that is not there is an error, not another workspace', async () => {
  await expect(projectOf(withWorkspaces('a'), 'c')).rejects.toThrow(
    new ProtocolError('NotFound', 'There is no workspace "c". List the workspaces.'),
  );
});
