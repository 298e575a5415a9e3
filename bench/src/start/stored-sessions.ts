import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@loggia/host';
import type { ChatState, SessionState } from '@loggia/protocol';
import { createHarness } from '@loggia/testing';
import { openEngineOn } from '../wire/engine-server.ts';

const clientId = 'filler';
const atOnce = 500;

/** Fills data directories for hosts to start on. */
export async function openStoredSessions() {
  return {
    /** Typical stored sessions: each has a chat with a finished turn. */
    async store({ directory, sessions }: { directory: string; sessions: number }): Promise<void> {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const engine = await openEngineOn(path.join(directory, 'loggia.db'), [createHarness()]);
      for (let first = 0; first < sessions; first += atOnce) {
        const uris = Array.from(
          { length: Math.min(atOnce, sessions - first) },
          (_, index) => `ahp-session:/${first + index}`,
        );
        for (const channel of uris) await engine.sessions.createSession({ channel }, clientId);
        await engine.kernel.settled();
        for (const uri of uris) await say(engine, uri);
        await engine.kernel.settled();
        while ((await engine.kernel.busy('chat')).length > 0) await sleep(5);
      }
      await engine.stop();
    },
  };
}

async function say({ kernel, sessions }: Engine, session: string): Promise<void> {
  const uri = (await kernel.load<SessionState>(session))?.state.defaultChat;
  const chat = uri === undefined ? undefined : await kernel.load<ChatState>(uri);
  if (chat === undefined) throw new Error(`The session ${session} has no chat.`);
  const message = { text: `Remember ${session}, please.`, origin: { kind: 'user' as const } };
  const startedAt = new Date().toISOString();
  const action = { type: 'chat/turnStarted' as const, turnId: 'turn', startedAt, message };
  await sessions.dispatchToChat(chat, action, { clientId, clientSeq: 1, by: 'local' });
}
