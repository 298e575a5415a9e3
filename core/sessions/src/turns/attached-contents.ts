import type { Kernel } from '@loggia/kernel';
import type { MediumOf, Message, SessionState } from '@loggia/protocol';
import type { Files } from '../files.ts';
import { AttachedChats } from './attached-chats.ts';
import type { ReadAhead } from './conversation.ts';
import { FileContents } from './file-contents.ts';

interface Ports {
  readonly kernel: Pick<Kernel, 'load'>;
  readonly files: Files;
  readonly mediumOf: MediumOf;
  readonly session: SessionState;
}

/** The files and chats that messages attach, read ahead because harnesses ask for messages without waiting. */
export class AttachedContents implements ReadAhead {
  readonly #files: FileContents;
  readonly #chats: AttachedChats;

  constructor({ kernel, files, mediumOf, session }: Ports) {
    this.#files = new FileContents(files, mediumOf);
    this.#chats = new AttachedChats(kernel, session);
  }

  get fileOf(): ReadAhead['fileOf'] {
    return this.#files.of;
  }

  get chatOf(): ReadAhead['chatOf'] {
    return this.#chats.of;
  }

  has(message: Message): boolean {
    return this.#files.has(message) && this.#chats.has(message);
  }

  async load(messages: readonly Message[]): Promise<void> {
    await Promise.all([this.#files.load(messages), this.#chats.load(messages)]);
  }
}
