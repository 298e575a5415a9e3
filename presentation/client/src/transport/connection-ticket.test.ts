import { expect, it } from 'vitest';
import { connectionTicket } from './connection-ticket.ts';
import { TransportRefused } from './transport.ts';

function answering(status: number, body: unknown) {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url instanceof Request ? url.url : url), init });
    return Response.json(body, { status });
  };
  return { asked, options: { origin: 'https://host.example', credential: 'key', fetch } };
}

it('SE9: buys a ticket with the credential in a header', async () => {
  const { asked, options } = answering(200, { ticket: 't' });
  expect(await connectionTicket(options)).toBe('t');
  expect(asked).toMatchObject([
    {
      url: 'https://host.example/ticket',
      init: { method: 'POST', body: '{"for":"connection"}', headers: { Authorization: 'Bearer key' } },
    },
  ]);
});

it.each([401, 403])('A4: %i is final: the same credential gets the same answer', async (status) => {
  const refused = connectionTicket(answering(status, { error: {} }).options);
  await expect(refused).rejects.toBeInstanceOf(TransportRefused);
  await expect(refused).rejects.toMatchObject({ why: 'unauthorized' });
});

it.each([
  [500, {}],
  [503, { error: 'The host is starting.' }],
  [200, {}],
])('A4: anything else can be tried again: %i %j', async (status, body) => {
  await expect(connectionTicket(answering(status, body).options)).rejects.not.toBeInstanceOf(
    TransportRefused,
  );
});
