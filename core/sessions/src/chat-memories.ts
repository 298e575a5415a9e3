import type { Kernel } from '@loggia/kernel';
import type { ChatMemory } from './harness.ts';

const namespace = 'agent-memory';

interface Kept {
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
        const kept = (await this.#records.get(namespace, chat)) as Kept | undefined;
        return kept?.agent === agent ? kept.value : undefined;
      },
      keep: (value) => this.#records.put(namespace, chat, { agent, value } satisfies Kept),
    };
  }

  forget(chat: string): void {
    this.#records.delete(namespace, chat);
  }
}
