import { Cell, type Readable } from '@loggia/client';
import type { Attachment, ServerPrompt } from '@loggia/protocol';
import { asError } from '../../host/as-error.ts';
import { asName } from '../../ui/foreign-words.ts';
import { blocksOf, givenBy } from '../../views/message-content.ts';
import { fileOf } from './embedded-file.ts';

/** A prompt as its server filled it in. */
export interface FilledPrompt {
  readonly messages: readonly { readonly content: Readonly<Record<string, unknown>> }[];
}

export interface PromptSnapshot {
  /** The prompt whose arguments somebody has to fill in first. */
  readonly asking: ServerPrompt | undefined;
  /** The prompt that its server is filling in. */
  readonly loading: ServerPrompt | undefined;
  /** Why the last one isn’t in the message. */
  readonly problem: string | undefined;
}

interface Ports {
  fill(prompt: ServerPrompt): Promise<FilledPrompt>;
  /** Puts the text where the prompt was called. */
  insert(text: string): void;
  upload(files: readonly File[]): void;
  add(attachments: readonly Attachment[]): void;
}

const idle: PromptSnapshot = { asking: undefined, loading: undefined, problem: undefined };

/** Puts prompts of MCP servers into a message: their text into the text, their resources beside it. */
export class PromptRun implements Readable<PromptSnapshot> {
  readonly #ports: Ports;
  readonly #snapshot = new Cell<PromptSnapshot>(idle);
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async choose(prompt: ServerPrompt): Promise<void> {
    if (prompt.arguments.length > 0) return this.#snapshot.set({ ...idle, asking: prompt });
    this.#snapshot.set({ ...idle, loading: prompt });
    try {
      const filled = await this.#ports.fill(prompt);
      // Another may have been chosen meanwhile.
      if (this.getSnapshot().loading === prompt) this.take(prompt, filled);
    } catch (error) {
      if (this.getSnapshot().loading !== prompt) return;
      this.#fail(`“${asName(prompt.title ?? prompt.name)}” could not be used. ${asError(error).message}`);
    }
  }

  take(prompt: ServerPrompt, { messages }: FilledPrompt): void {
    const { add, insert, upload } = this.#ports;
    const { text, attachments } = givenBy(messages.flatMap(({ content }) => blocksOf(content) ?? []));
    if (text === '' && attachments.length === 0)
      return this.#fail(`“${asName(prompt.title ?? prompt.name)}” has nothing in it. Choose another prompt.`);
    this.#snapshot.set(idle);
    insert(text);
    const files = attachments.map(fileOf);
    const embedded = files.filter((file) => file !== undefined);
    if (embedded.length > 0) upload(embedded);
    add(attachments.filter((_, index) => files[index] === undefined));
  }

  /** Nothing is asked, loaded or complained about any more. */
  clear(): void {
    if (this.getSnapshot() !== idle) this.#snapshot.set(idle);
  }

  #fail(problem: string): void {
    this.#snapshot.set({ ...idle, problem });
  }
}
