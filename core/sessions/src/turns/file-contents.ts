import { filesOfMessage, type AttachedFile, type MediumOf, type Message } from '@loggia/protocol';
import { mediaLimits } from '../embedded.ts';
import type { Files } from '../files.ts';
import type { HarnessAttachment } from '../harness.ts';

/** The part of a file that an agent gets. */
export type FileContent = Pick<HarnessAttachment, 'text' | 'media'>;
export type FileContentOf = (file: AttachedFile) => FileContent | undefined;

/** As much of a text as goes along with a message. */
const mostText = 100_000;

/** Reads attached files ahead, because harnesses ask for messages without waiting. */
export class FileContents {
  readonly #files: Files;
  readonly #mediumOf: MediumOf;
  readonly #read = new Map<string, FileContent>();

  constructor(files: Files, mediumOf: MediumOf) {
    this.#files = files;
    this.#mediumOf = mediumOf;
  }

  /** Undefined until it was loaded. */
  readonly of: FileContentOf = (file) => this.#read.get(keyOf(file));

  has(message: Message): boolean {
    return filesOfMessage(message).every((file) => this.#read.has(keyOf(file)));
  }

  async load(messages: readonly Message[]): Promise<void> {
    for (const file of messages.flatMap(filesOfMessage)) {
      if (!this.#read.has(keyOf(file))) this.#read.set(keyOf(file), await this.#contentOf(file));
    }
  }

  async #contentOf(file: AttachedFile): Promise<FileContent> {
    const { hash, size, contentType = '' } = file;
    try {
      const medium = this.#mediumOf(contentType);
      const isShown = medium === 'image' || medium === 'audio';
      const text = isShown ? undefined : textIn(await this.#files.read(hash, mostText));
      if (text !== undefined)
        return { text: size > mostText ? `${text}\n[The rest is left out here.]` : text };
      const words = isShown ? undefined : await this.#wordsIn(file);
      if (words !== undefined) return { text: words };
      if (size > mediaLimits.bytes) return { text: tooLarge(file) };
      // Whether a model can take it in is for its harness to know.
      const bytes = await this.#files.read(hash, mediaLimits.bytes);
      return { media: { data: Buffer.from(bytes).toString('base64'), contentType } };
    } catch {
      return { text: '[This file could not be read.]' };
    }
  }

  /** A model that can't take the file in, or not all of it, still knows what it says. */
  async #wordsIn({ hash, size, contentType = '' }: AttachedFile): Promise<string | undefined> {
    const words = await this.#files.wordsIn({ hash, size, contentType }).catch(() => undefined);
    if (words === undefined || words.trim() === '') return undefined;
    return words.length > mostText ? `${words.slice(0, mostText)}\n[The rest is left out here.]` : words;
  }
}

function keyOf({ hash, contentType = '' }: AttachedFile): string {
  return `${hash} ${contentType}`;
}

function tooLarge({ size, contentType }: AttachedFile): string {
  return `[${contentType || 'A file'} of ${size} bytes, too large to be shown to a model]`;
}

/** Undefined for what isn’t text. The last bytes may be the beginning of a character. */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
