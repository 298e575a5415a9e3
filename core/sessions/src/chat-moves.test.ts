import { describe, expect, test } from 'vitest';
import { rig } from './rig.testkit.ts';

const asker = { clientId: 'c1', by: 'local' };
const chat = 'ahp-chat:/moves';

async function scene() {
  const host = await rig();
  const one = await host.create('ahp-session:/one');
  const two = await host.create('ahp-session:/two');
  await host.sessions.createChat({ channel: one.session, chat }, asker);
  const chatsOf = async (session: string) =>
    (await host.session(session)).chats.map(({ resource }) => resource);
  const toSession = (session: string, after?: string) =>
    host.sessions.moveChat({
      channel: chat,
      destination: { kind: 'session', session, ...(after !== undefined && { after }) },
    });
  return { host, one, two, chatsOf, toSession };
}

describe('moving a chat', () => {
  test('A2: takes it to another session with its turns and its name, where it goes on', async () => {
    const { host, one, two, chatsOf, toSession } = await scene();
    await host.say(chat, 'hello');
    await host.idle(chat);
    await host.dispatch(chat, { type: 'session/titleChanged', title: 'Mine' });
    const before = await host.chat(chat);
    expect(await toSession(two.session, two.chat)).toEqual({ session: two.session });
    await host.kernel.settled();
    expect([await chatsOf(one.session), await chatsOf(two.session)]).toEqual([[one.chat], [two.chat, chat]]);
    expect(await host.chat(chat)).toEqual(before);
    expect((await host.session(two.session)).chats[1]).toMatchObject({ title: 'Mine', movable: true });
    await host.say(chat, 'again');
    expect((await host.until(chat, ({ turns }) => turns.length === 2)).turns).toHaveLength(2);
  });

  test('A2: gives it a session of its own, whose main chat it is', async () => {
    const { host, one, chatsOf } = await scene();
    await host.dispatch(one.session, { type: 'session/workingDirectorySet', directory: 'file:///w' });
    const { session } = await host.sessions.moveChat({
      channel: chat,
      destination: { kind: 'newSession' },
    });
    await host.kernel.settled();
    expect(await chatsOf(one.session)).toEqual([one.chat]);
    expect(await host.session(session)).toMatchObject({
      defaultChat: chat,
      workingDirectories: ['file:///w'],
      lifecycle: 'ready',
    });
    expect((await host.chat(chat)).movable).toBeUndefined();
    await expect(
      host.sessions.moveChat({ channel: chat, destination: { kind: 'newSession' } }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  test('A2: within its session changes the order', async () => {
    const { host, one, chatsOf, toSession } = await scene();
    await host.sessions.createChat({ channel: one.session, chat: 'ahp-chat:/third' }, asker);
    await toSession(one.session);
    expect(await chatsOf(one.session)).toEqual([one.chat, 'ahp-chat:/third', chat]);
    await toSession(one.session, one.chat);
    expect(await chatsOf(one.session)).toEqual([one.chat, chat, 'ahp-chat:/third']);
  });

  test('L5: is refused with a reason, and nothing moves', async () => {
    const { host, one, two, chatsOf, toSession } = await scene();
    await expect(toSession('ahp-session:/none')).rejects.toMatchObject({ code: -32001 });
    await expect(toSession(two.session, one.chat)).rejects.toMatchObject({ code: -32008 });
    await expect(
      host.sessions.moveChat({
        channel: one.chat,
        destination: { kind: 'session', session: two.session },
      }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('main chat') });
    await host.say(chat, '/forever');
    await expect(toSession(two.session)).rejects.toMatchObject({ code: -32004 });
    expect([await chatsOf(one.session), await chatsOf(two.session)]).toEqual([[one.chat, chat], [two.chat]]);
  });

  test('A2: a chat that becomes the main one can no longer be moved', async () => {
    const { host, one } = await scene();
    await host.sessions.disposeChat(one.chat);
    expect((await host.chat(chat)).movable).toBe(false);
  });
});
