import { expect, test } from 'vitest';
import { modelContextOf, setModelContext } from './model-context.ts';
import { sayFor } from './say.ts';

test("E10: a View's message, and all that comes with it, carries the View's mark", async () => {
  const sent: unknown[] = [];
  const client = { dispatch: (...given: unknown[]) => (sent.push(given), { settled: Promise.resolve() }) };
  setModelContext('chat:say', { view: 'v', title: 'Budget', content: [{ type: 'text', text: 'Over' }] });
  setModelContext('chat:say', { view: 'w', title: 'Other', content: [{ type: 'text', text: 'Else' }] });
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
  // What another View has said waits for the user's own message.
  expect(modelContextOf('chat:say').getSnapshot()).toMatchObject([{ view: 'w' }]);
});
