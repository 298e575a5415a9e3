import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createSession, type ChannelView } from '@loggia/client';
import { type ChatState, type ResponsePart, type SessionState } from '@loggia/protocol';
import { SeededRandom } from '@loggia/testing';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const rounds = process.env['LOGGIA_STRESS'] === undefined ? 5 : 30;

interface Watcher {
  readonly client: TappedClient;
  readonly session: ChannelView<SessionState>;
  readonly chat: ChannelView<ChatState>;
}

const user = (text: string) => ({ text, origin: { kind: 'user' as const } });

function textOf(parts: readonly ResponsePart[] = []): string {
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('');
}

/** All that was ever said in the chat, in order. */
function saidIn({ turns, activeTurn }: ChatState): string {
  return [...turns.map((turn) => textOf(turn.responseParts)), textOf(activeTurn?.responseParts)].join('\n');
}

function stateOf({ chat }: Watcher): ChatState {
  if (!chat.confirmed) throw new Error('The chat is not there yet.');
  return chat.confirmed;
}

async function watch(client: TappedClient, session: string): Promise<Watcher> {
  const sessionView = client.ahp.session(session);
  await sessionView.ready;
  const chat = client.ahp.chat(sessionView.state?.defaultChat ?? '');
  await chat.ready;
  return { client, session: sessionView, chat };
}

test(
  `A4: killed ${rounds} times while it streams, the host loses nothing that any client has seen, and no turn hangs`,
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory();
    const random = new SeededRandom(20);
    let host = await HostProcess.start(data);
    const clients = ['one', 'two', 'three'].map((name) => new TappedClient(name, () => data.endpoint()));
    const [first] = clients;
    if (!first) throw new Error('There are three.');
    try {
      const sessionUri = await createSession(first.ahp);
      const watchers = await Promise.all(clients.map((client) => watch(client, sessionUri)));
      const [leader] = watchers;
      if (!leader) throw new Error('There are three.');

      for (let round = 1; round <= rounds; round++) {
        const before = stateOf(leader);
        const last = before.turns.at(-1);
        const resumes = last !== undefined && random.chance(0.5);
        const turnId = resumes ? last.id : `turn-${round}`;
        const message = user(random.chance(0.5) ? '/forever tick' : 'and so on '.repeat(2_000));
        const began = leader.chat.dispatch(
          resumes
            ? { type: 'chat/turnResume', turnId }
            : { type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message },
        );
        await expect(began.settled).resolves.toBe('accepted');
        const heard = watchers.map((watcher) => textOf(stateOf(watcher).activeTurn?.responseParts).length);
        await until('everybody hears the agent', () =>
          watchers.every(
            (watcher, index) =>
              textOf(stateOf(watcher).activeTurn?.responseParts).length > (heard[index] ?? 0) + 20,
          ),
        );
        // Actions of clients are under way, too, when it ends.
        const draft = leader.chat.dispatch({ type: 'chat/draftChanged', draft: user(`draft ${round}`) });
        const title = watchers[1]?.session.dispatch({
          type: 'session/titleChanged',
          title: `Round ${round}`,
        });
        await sleep(random.between(0, 60));

        await host.kill();
        await until('everybody notices', () => clients.every(({ isConnected }) => !isConnected));
        const seen = watchers.map((watcher) => saidIn(stateOf(watcher)));
        host = await HostProcess.start(data);
        for (const { ahp } of clients) ahp.retryNow();
        await until('everybody is back', () => clients.every(({ isConnected }) => isConnected));
        await until('nobody waits any more', () =>
          watchers.every((watcher) => stateOf(watcher).activeTurn === undefined),
        );
        await expect(Promise.all([draft.settled, title?.settled])).resolves.toEqual(['accepted', 'accepted']);
        await until('all have the same', () =>
          watchers.every((watcher) => isDeepStrictEqual(stateOf(watcher), stateOf(leader))),
        );

        expect(clients.map(({ reconnects }) => reconnects)).toEqual(
          clients.map(() => Array.from({ length: round }, () => 'replay')),
        );
        for (const text of seen) expect(saidIn(stateOf(leader)).startsWith(text)).toBe(true);
        const ended = stateOf(leader).turns.at(-1);
        expect(ended).toMatchObject({ id: turnId, state: 'error' });
        expect(ended?.responseParts.at(-1)).toMatchObject({
          kind: 'error',
          error: { errorType: 'hostStopped' },
          resumable: true,
        });

        using fresh = new TappedClient(`fresh ${round}`, () => data.endpoint());
        const newcomer = await watch(fresh, sessionUri);
        for (const watcher of watchers) {
          expect(watcher.chat.getSnapshot()).toMatchObject({ phase: 'live', pending: [] });
          expect(watcher.chat.state).toEqual(newcomer.chat.state);
          expect(watcher.session.state).toEqual(newcomer.session.state);
        }
        expect(newcomer.chat.state).toMatchObject({ draft: { text: `draft ${round}` } });
        expect(newcomer.session.state).toMatchObject({ title: `Round ${round}` });
        expect(host.loggedErrors).toEqual([]);
      }

      const resumed = leader.chat.dispatch({
        type: 'chat/turnResume',
        turnId: stateOf(leader).turns.at(-1)?.id ?? '',
      });
      await expect(resumed.settled).resolves.toBe('accepted');
      expect(clients.flatMap(({ problems }) => problems)).toEqual([]);
      expect(await host.terminate()).toEqual({ code: 0, signal: null });
      await until('the end of the turn is told', () =>
        watchers.every((watcher) => !stateOf(watcher).activeTurn),
      );
    } finally {
      for (const client of clients) client[Symbol.dispose]();
      await host[Symbol.asyncDispose]();
    }
  },
);
