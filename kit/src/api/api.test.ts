import { expect, test } from 'vitest';
import type { Access } from './access.ts';
import { httpApi } from './api.ts';
import { ApiError, ConflictError, NoAccessError } from './errors.ts';
import { fakeHost } from './fake-host.testkit.ts';

const artifact = { id: 'a/1', revision: 7, context: { total: 3 } };

function apiAt(url: string, token = 'secret') {
  const access: Access = { url, token, expiresAt: undefined };
  return httpApi(() => access);
}

test('H4: commands go to the address of the call, with its token', async () => {
  const host = await fakeHost(() => ({ json: { artifact } }));
  const api = apiAt(host.url);
  expect(await api.getArtifact('a/1')).toEqual(artifact);
  expect(await api.updateArtifact('a/1', { ifRevision: 6, context: { total: 3 } })).toEqual(artifact);
  await api.commitArtifacts([{ id: 'a/1', ifRevision: 7 }], 'Done');
  await api.command('listServers', {});
  await api.writeContent('a/1', 'bytes', { mediaType: 'text/plain' });
  await api.writeContent('a/1', 'bytes', { ifRevision: 0 });
  expect(host.seen).toEqual(
    [
      ['POST', '/api/getArtifact', '{"artifact":"a/1"}'],
      ['POST', '/api/updateArtifact', '{"artifact":"a/1","ifRevision":6,"context":{"total":3}}'],
      ['POST', '/api/commitArtifacts', '{"artifacts":[{"id":"a/1","ifRevision":7}],"message":"Done"}'],
      ['POST', '/api/listServers', '{}'],
      ['PUT', '/api/artifacts/a%2F1/content', 'bytes'],
      ['PUT', '/api/artifacts/a%2F1/content?ifRevision=0', 'bytes'],
    ].map(([method, path, body]) => ({ method, path, body, token: 'secret' })),
  );
});

test('content is read up to a limit, of the draft or of a version', async () => {
  const host = await fakeHost(() => ({ text: '12345' }));
  const api = apiAt(host.url);
  expect(new TextDecoder().decode(await api.readContent('x', { maxBytes: 5, version: 2 }))).toBe('12345');
  expect(host.seen[0]?.path).toBe('/api/artifacts/x/content?version=2');
  await expect(api.readContent('x', { maxBytes: 4 })).rejects.toMatchObject({ kind: 'TooLarge' });
});

test('a refusal has the words of the host; a conflict is a class of its own', async () => {
  const host = await fakeHost(({ path }) => {
    const error = { code: -32010, kind: 'Conflict', message: 'It has revision 8.', data: { revision: 8 } };
    if (path.endsWith('conflict')) return { status: 409, json: { error } };
    if (path.endsWith('over')) return { status: 401, json: { error: { kind: 'X', message: 'No.' } } };
    return { status: 502, text: '<html>' };
  });
  const api = apiAt(host.url);
  const conflict = await api.command('conflict', {}).catch((error: unknown) => error);
  expect(conflict).toBeInstanceOf(ConflictError);
  expect(conflict).toMatchObject({
    message: 'It has revision 8.',
    kind: 'Conflict',
    status: 409,
    data: { revision: 8 },
  });
  const over = await api.command('over', {}).catch((error: unknown) => error);
  expect(over).toBeInstanceOf(NoAccessError);
  expect(over).toMatchObject({ message: 'No. Open the artifact again to renew the access.' });
  const other = await api.command('other', {}).catch((error: unknown) => error);
  expect(other).toBeInstanceOf(ApiError);
  expect(other).toMatchObject({ message: 'The host refused with status 502.', status: 502 });
});

test('the token does not follow a redirect', async () => {
  const elsewhere = await fakeHost(() => ({ json: {} }));
  const host = await fakeHost(() => ({ status: 307, text: '', headers: { location: elsewhere.url } }));
  await expect(apiAt(host.url).command('x', {})).rejects.toMatchObject({ kind: 'NoAnswer' });
  expect(elsewhere.seen).toEqual([]);
});

test('what is no answer is an error that says to try again', async () => {
  await expect(apiAt('http://127.0.0.1:9').command('x', {})).rejects.toThrow(
    /^The host did not answer .*Try again\.$/,
  );
  const host = await fakeHost(({ path }) =>
    path.endsWith('getArtifact') ? { json: { no: 1 } } : { text: 'no JSON' },
  );
  await expect(apiAt(host.url).command('x', {})).rejects.toMatchObject({ kind: 'Unreadable' });
  await expect(apiAt(host.url).getArtifact('x')).rejects.toMatchObject({ kind: 'Unreadable' });
});

test('a name cannot lead out of the API', async () => {
  const host = await fakeHost(() => ({ json: {} }));
  await apiAt(host.url).command('../admin?x', {});
  expect(host.seen[0]?.path).toBe('/api/..%2Fadmin%3Fx');
});

test('a call that nobody waits for any more is given up', async () => {
  const host = await fakeHost(() => ({ json: {} }));
  const access: Access = { url: host.url, token: 't', expiresAt: undefined };
  const api = httpApi(() => access, AbortSignal.abort(new Error('stop')));
  await expect(api.command('x', {})).rejects.toThrow('stop');
  expect(host.seen).toEqual([]);
});
