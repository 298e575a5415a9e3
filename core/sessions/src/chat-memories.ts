import type { Kernel } from '@loggia/kernel';
import type { ChatMemory } from './harness.ts';

const namespace = 'agent-memory';

export interface KeptMemory {
  readonly agent: string;
  readonly value: unknown;
}

/** JSON that agents keep with their chats: one value per chat, of the agent that kept it last. */
export class ChatMemories {
  readonly #records: Kernel['records'];

  constructor({ records }: Pick<Kernel, 'records'>) {
    this.#records = records;
  }

  of(chat: string, agent: string): ChatMemory {
    return {
      read: async () => {
        const kept = (await this.#records.get(namespace, chat)) as KeptMemory | undefined;
        return kept?.agent === agent ? kept.value : undefined;
      },
      keep: (value) => this.#records.put(namespace, chat, { agent, value } satisfies KeptMemory),
    };
  }

  /** Forgets what was kept with a chat that is removed, and resolves with it: the agent, and its value. */
  async take(chat: string): Promise<KeptMemory | undefined> {
    const reading = this.#records.get(namespace, chat);
    this.#records.delete(namespace, chat);
    return (await reading) as KeptMemory | undefined;
  }
}
