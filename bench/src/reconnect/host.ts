import type { Channel, Kernel } from '@loggia/kernel';
import { chatUri, chatWith, delta, turnBegun } from '../chat/conversation.ts';
import { openEngineServer } from '../wire/engine-server.ts';

/** The host with one chat that goes on while its client is away. */
export async function openReconnectHost() {
  let kernel: Kernel | undefined;
  let chat: Channel | undefined;

  return {
    async open({ file }: { file: string }): Promise<{ url: string; chat: string }> {
      const { engine, url } = await openEngineServer(file);
      kernel = engine.kernel;
      chat = kernel.create(chatUri, 'chat', chatWith(0));
      kernel.pin(chat);
      for (const action of turnBegun(1)) kernel.append(chat, action);
      await kernel.settled();
      return { url, chat: chatUri };
    },

    /** Returns the last number before and the last one after. */
    async goOn({ actions }: { actions: number }): Promise<{ after: number; through: number }> {
      if (!kernel || !chat) throw new Error('Open it first.');
      const after = kernel.seq;
      for (let index = 1; index <= actions; index++) {
        kernel.append(chat, delta(1));
        if (index % 100 === 0) await kernel.settled();
      }
      await kernel.settled();
      return { after, through: kernel.seq };
    },
  };
}
