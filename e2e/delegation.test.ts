import { createSession } from '@loggia/client';
import type { ChatState, ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

function callIn(state: ChatState | undefined): ToolCall | undefined {
  const turn = state?.activeTurn ?? state?.turns.at(-1);
  return (turn?.responseParts ?? []).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))[0];
}

test(
  'K5: two clients watch what an agent delegates, one lets it, the other stops it, and a crash loses nothing',
  { timeout: 120_000 },
  async () => {
    using data = new DataDirectory({ hostTools: true });
    let chatUri = '';
    let childUri = '';
    {
      await using host = await HostProcess.start(data);
      using one = new TappedClient('one', () => data.endpoint());
      using two = new TappedClient('two', () => data.endpoint());
      const uri = await createSession(one.ahp);
      const session = two.ahp.session(uri);
      await session.ready;
      chatUri = session.state?.defaultChat ?? '';
      const chat = one.ahp.chat(chatUri);
      await chat.ready;
      const delegate = (turnId: string, task: string) => {
        const text = `/policy delegate ${JSON.stringify({ task, title: `Task ${turnId}` })}`;
        const message = { text, origin: { kind: 'user' as const } };
        chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
      };
      /** The other client lets it, from the session's list alone. */
      const allow = async (turnId: string) => {
        const asked = () => session.confirmed?.inputNeeded?.find(({ kind }) => kind === 'toolConfirmation');
        const waiting = await until('the session waits', asked);
        if (waiting.kind !== 'toolConfirmation') throw new Error('A confirmation was expected.');
        const { toolCallId } = waiting.toolCall;
        const confirmed = { type: 'chat/toolCallConfirmed' as const, turnId, toolCallId, approved: true };
        two.ahp.chat(waiting.chat).dispatch({ ...confirmed, selectedOptionId: 'allow-session' });
      };
      const opened = (title: string) =>
        until(`the session lists "${title}"`, () =>
          session.confirmed?.chats.find((entry) => entry.title === title),
        );

      delegate('t1', 'hello');
      await allow('t1');
      const first = await opened('Task t1');
      await until('the turn is over', () => chat.confirmed?.turns[0]?.id === 't1', 30_000);
      const { toolCallId } = callIn(chat.confirmed) ?? {};
      expect(first.origin).toEqual({ kind: 'tool', chat: chatUri, toolCallId });
      expect(callIn(chat.confirmed)).toMatchObject({
        status: 'completed',
        success: true,
        content: [{ type: 'subagent', resource: first.resource }, { type: 'text' }],
      });

      delegate('t2', '/forever');
      const child = two.ahp.chat((await opened('Task t2')).resource);
      const running = await until('the task runs', () => child.confirmed?.activeTurn, 30_000);
      child.dispatch({ type: 'chat/turnCancelled', turnId: running.id, duration: 0 });
      await until('the call is told', () => chat.confirmed?.turns[1]?.id === 't2', 30_000);
      expect(callIn(chat.confirmed)).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('"Task t2" was stopped.') },
      });

      delegate('t3', '/ask');
      childUri = (await opened('Task t3')).resource;
      const asks = () => session.confirmed?.inputNeeded?.some((entry) => entry.chat === childUri);
      await until('the question waits at the session', asks, 30_000);
      await host.kill();
    }
    await using _host = await HostProcess.start(data);
    using client = new TappedClient('three', () => data.endpoint());
    for (const resource of [chatUri, childUri]) {
      const view = client.ahp.chat(resource);
      await view.ready;
      expect(view.confirmed?.activeTurn).toBeUndefined();
      expect(view.confirmed?.turns.at(-1)?.responseParts.at(-1)).toMatchObject({
        kind: 'error',
        resumable: true,
      });
    }
  },
);
