import { createSession, type AhpClient } from '@loggia/client';
import { moment } from '../measure/moment.ts';

export interface Answered {
  readonly text: string;
  /** The time until the first piece of the answer. */
  readonly firstMs: number;
}

/** Says things to the agent in one chat of the host; resolves when the turn has ended. */
export async function conversationIn(client: AhpClient): Promise<(text: string) => Promise<Answered>> {
  const session = client.session(await createSession(client));
  await session.ready;
  const chat = client.chat(session.state?.defaultChat ?? '');
  await chat.ready;
  let turns = 0;
  return (text) => {
    const turnId = `t${++turns}`;
    const at = moment();
    const message = { text, origin: { kind: 'user' as const } };
    chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
    let firstMs: number | undefined;
    return new Promise((resolve, reject) => {
      const stop = chat.subscribe(() => {
        const { activeTurn, turns: ended = [] } = chat.state ?? {};
        const turn = [activeTurn, ended.at(-1)].find((one) => one?.id === turnId);
        const said = turn?.responseParts.findLast((part) => part.kind === 'markdown')?.content;
        if (said !== undefined) firstMs ??= moment() - at;
        if (!turn || !('state' in turn)) return;
        stop();
        if (turn.state === 'complete' && said !== undefined && firstMs !== undefined)
          resolve({ text: said, firstMs });
        else
          reject(new Error(`The turn ended as ${turn.state}: ${JSON.stringify(turn.responseParts.at(-1))}`));
      });
    });
  };
}
