import type { Harness, ProcessGuard } from '@loggia/sessions/harness';
import { Conversation } from './conversation.ts';
import type { Environment } from './environment.ts';
import { deleteSession } from './delete-session.ts';
import { keptIn } from './kept-session.ts';
import { labelOf, readOptions, type AcpOptions } from './options.ts';
import { ToolProxy } from './tool-proxy.ts';

/** An agent that speaks the Agent Client Protocol. Throws with a sentence if the options are not right. */
export function createHarness(options: AcpOptions, env: Environment = process.env): Harness {
  const settings = readOptions(options);
  const proxy = new ToolProxy();
  const conversations = new Map<string, Conversation>();
  let guard: ProcessGuard | undefined;
  const closing = new AbortController();
  let removing: Promise<void> = Promise.resolve();
  return {
    describe: {
      provider: settings.name,
      displayName: labelOf(settings),
      description: 'An agent of its own, with this workspace’s tools',
      models: [],
      chats: { several: true, fork: true, side: true },
      hasFileTools: true,
    },
    run: (turn) => {
      const found = conversations.get(turn.chat) ?? new Conversation({ settings, proxy, env, guard });
      conversations.set(turn.chat, found);
      return found.run(turn);
    },
    guardProcesses: (given) => {
      guard = given;
    },
    optionChosen: (chat, id, value) => conversations.get(chat)?.optionChosen(id, value),
    chatRemoved: (chat, memory) => {
      const conversation = conversations.get(chat);
      conversations.delete(chat);
      const kept = keptIn(memory);
      const remove = async (): Promise<void> => {
        if (await conversation?.close({ deletes: true })) return;
        if (kept?.deletes) await deleteSession(kept, { settings, env, guard, signal: closing.signal });
      };
      // One after the other: removing a session with many chats must not start as many processes.
      removing = removing.then(remove).catch(() => undefined);
    },
    close: async () => {
      closing.abort();
      await Promise.all(Array.from(conversations.values(), (each) => each.close()));
      conversations.clear();
      await removing;
      await proxy.close();
    },
  };
}
