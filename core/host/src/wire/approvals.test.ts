import { afterAll, expect, test } from 'vitest';
import { holderOf } from '../gate/walk.testkit.ts';
import { engine, RawClient, stopEngines } from './raw-client.testkit.ts';

afterAll(stopEngines);

const [session, chat] = ['ahp-session:/s', 'ahp-chat:/c'];

test('SE18: an API key needs the scope admin to approve what an agent asks for; with write it can decline', async () => {
  const host = await engine();
  const person = new RawClient(host);
  await person.hello('shell');
  const writer = new RawClient(host, holderOf('write'));
  await writer.hello('writer');
  const activeClient = { clientId: 'shell', tools: [{ name: 'probe' }] };
  await writer.request('createSession', { channel: session, provider: 'echo' });
  await person.request('subscribe', { channel: session });
  person.dispatch(session, { type: 'session/activeClientSet', activeClient });
  await writer.request('createChat', { channel: session, chat });
  await writer.request('subscribe', { channel: chat });
  const ask = async (turnId: string, text: string): Promise<string> => {
    writer.dispatch(chat, {
      type: 'chat/turnStarted',
      turnId,
      message: { text, origin: { kind: 'user' } },
    });
    const ready = await writer.until(
      ({ params }) => params?.action?.type === 'chat/toolCallReady' && params.action.turnId === turnId,
    );
    return ready['params'].action.toolCallId as string;
  };
  const answer = (client: RawClient, turnId: string, toolCallId: string, approved: boolean): number => {
    const decided = approved ? { confirmed: 'user-action' } : { reason: 'denied' };
    return client.dispatch(chat, {
      type: 'chat/toolCallConfirmed',
      turnId,
      toolCallId,
      approved,
      ...decided,
    });
  };

  const first = await ask('t1', '/confirm probe');
  const refused = await writer.echo(answer(writer, 't1', first, true));
  expect(refused['rejectionReason']).toBe(
    'The API key “ci” has the scope "write", and this needs "admin". Use a key with that scope.',
  );
  const declined = await writer.echo(answer(writer, 't1', first, false));
  expect(declined['rejectionReason']).toBeUndefined();

  await writer.until(({ params }) => params?.action?.type === 'chat/turnComplete');
  const second = await ask('t2', '/confirm probe');
  const admin = new RawClient(host, { ...holderOf('admin'), actor: { kind: 'key', key: 'a', name: 'ops' } });
  await admin.hello('ops');
  await admin.request('subscribe', { channel: chat });
  const approved = await admin.echo(answer(admin, 't2', second, true));
  expect(approved['rejectionReason']).toBeUndefined();
});
