import type { Engine } from '@loggia/host';
import type { ChatState, SessionState } from '@loggia/protocol';
import { deltaBytes, filler } from '../chat/conversation.ts';
import { moment } from '../measure/moment.ts';
import { openEngineServer } from '../wire/engine-server.ts';
import { Faucet } from './faucet.ts';

const sessionUri = 'ahp-session:/bench';
const clientId = 'starter';

/** The host, with an agent that streams. */
export async function openFanOutHost() {
  let engine: Engine | undefined;
  let text = filler(deltaBytes);
  const faucet = new Faucet(async () => engine?.kernel.settled());

  return {
    /** The address, the channel to watch, and the length of one delta's frame. */
    async open({ file }: { file: string }): Promise<{ url: string; chat: string; frameBytes: number }> {
      const server = await openEngineServer(file, [faucet.harness]);
      engine = server.engine;
      const chat = await startTurn(engine);
      const envelope = await pourOne(engine, chat, faucet, text);
      text = filler(text.length - (envelope.length - deltaBytes));
      const { length } = await pourOne(engine, chat, faucet, text);
      const frame = `{"jsonrpc":"2.0","method":"action","params":${'x'.repeat(length)}}`;
      return { url: server.url, chat, frameBytes: frame.length };
    },

    /** Returns when the first delta was produced. */
    async send({ bursts, perBurst }: { bursts: number; perBurst: number }): Promise<number> {
      const started = moment();
      await faucet.pour({ bursts, perBurst, text });
      return started;
    },
  };
}

async function startTurn({ kernel, sessions }: Engine): Promise<string> {
  await sessions.createSession({ channel: sessionUri }, clientId);
  await kernel.settled();
  const uri = (await kernel.load<SessionState>(sessionUri))?.state.defaultChat;
  const chat = uri === undefined ? undefined : await kernel.load<ChatState>(uri);
  if (chat === undefined) throw new Error('The session has no chat.');
  const message = { text: 'Go on.', origin: { kind: 'user' as const } };
  const startedAt = new Date().toISOString();
  await sessions.dispatchToChat(
    chat,
    { type: 'chat/turnStarted', turnId: 'turn', startedAt, message },
    { clientId, clientSeq: 1, by: 'local' },
  );
  await kernel.settled();
  return chat.uri;
}

/** Emits one delta and returns its envelope. */
async function pourOne({ kernel }: Engine, uri: string, faucet: Faucet, text: string): Promise<string> {
  const chat = await kernel.load(uri);
  if (!chat) throw new Error(`There is no chat ${uri}.`);
  return new Promise((resolve) => {
    const { unsubscribe } = kernel.subscribe(chat, {
      deliver: ({ action, json }) => {
        if (action.type !== 'chat/delta') return;
        unsubscribe();
        resolve(json);
      },
    });
    void faucet.pour({ bursts: 1, perBurst: 1, text });
  });
}
