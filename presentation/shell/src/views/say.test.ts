import { expect, test } from 'vitest';
import { sayFor } from './say.ts';

test("E10: a View's message, and all that comes with it, carries the View's mark", async () => {
  const sent: unknown[] = [];
  const client = { dispatch: (...given: unknown[]) => (sent.push(given), { settled: Promise.resolve() }) };
  const attachment = { type: 'simple' as const, label: 'Note', modelRepresentation: 'n' };
  const view = { id: 'v', title: 'Budget', server: 'Finance' };
  await sayFor({ client } as never, 'chat:say', view, { text: '/delete', attachments: [attachment] });
  const _meta = { 'loggia.view': view };
  expect(sent).toEqual([
    [
      'chat:say',
      {
        type: 'chat/pendingMessageSet',
        kind: 'queued',
        id: expect.any(String),
        message: {
          text: '/delete',
          origin: { kind: 'user' },
          attachments: [{ ...attachment, _meta }],
          _meta,
        },
      },
    ],
  ]);
});
