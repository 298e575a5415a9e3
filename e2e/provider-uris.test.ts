import { createSession, listSessions } from '@loggia/client';
import { expect, test } from 'vitest';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

/** Clients of other projects name a session after its agent, and only list those. */
const session = 'echo:/0b4f-one';

test(
  'A9, A4: a session under its agent’s scheme can be created, used, listed, resumed and removed',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    const host = await HostProcess.start(data);
    using client = new TappedClient('one', () => data.endpoint());
    await createSession(client.ahp, { session, provider: 'echo' });
    const view = client.ahp.session(session);
    await view.ready;
    const chat = client.ahp.chat(view.state?.defaultChat ?? '');
    await chat.ready;
    const say = async (turnId: string, text: string): Promise<void> => {
      const message = { text, origin: { kind: 'user' as const } };
      chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
      await until(`${turnId} is over`, () => chat.confirmed?.turns.at(-1)?.id === turnId);
    };
    await say('t1', 'hello');
    await view.dispatch({ type: 'session/titleChanged', title: 'Named by its agent' }).settled;
    const listed = async () => {
      const all = [];
      for await (const page of listSessions(client.ahp)) all.push(...page);
      return all.map(({ resource, provider, title }) => ({ resource, provider, title }));
    };
    expect(await listed()).toEqual([{ resource: session, provider: 'echo', title: 'Named by its agent' }]);

    const { stdout } = await loggia(data, ['sessions', 'list']);
    expect(stdout).toContain(session);
    for (const name of [session, '0b4f-one']) {
      const answered = await loggia(data, ['chat', '--session', name, 'again']);
      expect(answered).toMatchObject({ code: 0, stdout: 'again \n' });
    }

    await host.kill();
    await using next = await HostProcess.start(data);
    await until('the client is back', () => client.isConnected);
    await say('t2', 'after the crash');
    expect(chat.confirmed?.turns).toHaveLength(4);
    expect(view.confirmed?.title).toBe('Named by its agent');
    expect(client.reconnects.at(-1)).toBe('replay');
    await client.ahp.request('disposeSession', { channel: session });
    expect(await listed()).toEqual([]);
    expect(next.loggedErrors).toEqual([]);
  },
);
