import type { Harness } from '@loggia/sessions/harness';
import { Conversation } from './conversation.ts';
import type { Environment } from './environment.ts';
import { labelOf, readOptions, type AcpOptions } from './options.ts';
import { ToolProxy } from './tool-proxy.ts';

/** An agent that speaks the Agent Client Protocol. Throws with a sentence if the options are not right. */
export function createHarness(options: AcpOptions, env: Environment = process.env): Harness {
  const settings = readOptions(options);
  const proxy = new ToolProxy();
  const conversations = new Map<string, Conversation>();
  return {
    describe: {
      provider: settings.name,
      displayName: labelOf(settings),
      description: 'An agent of its own, with this workspace’s tools',
      models: [],
      chats: { several: true, fork: true, side: true },
    },
    run: (turn) => {
      const found = conversations.get(turn.chat) ?? new Conversation({ settings, proxy, env });
      conversations.set(turn.chat, found);
      return found.run(turn);
    },
    chatRemoved: (chat) => {
      void conversations
        .get(chat)
        ?.close()
        .catch(() => undefined);
      conversations.delete(chat);
    },
    close: async () => {
      await Promise.all(Array.from(conversations.values(), (each) => each.close()));
      conversations.clear();
      await proxy.close();
    },
  };
}
