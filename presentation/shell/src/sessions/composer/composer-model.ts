import { Cell, type Readable } from '@loggia/client';
import { artifactAttachment, type Attachment } from '@loggia/protocol';
import { asError } from '../../host/as-error.ts';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';
import type { Draft } from '../chat/speak.ts';
import { withAttachments } from './attached.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/** The ways to send a draft. */
export type Sending = 'send' | 'queue' | 'steer';

export interface AttachedUpload {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
}

export interface ComposerSnapshot {
  /** Files that become attachments once the host has them. */
  readonly uploads: readonly AttachedUpload[];
  readonly isSending: boolean;
}

interface Ports {
  readonly keeper: Pick<DraftKeeper, 'edit' | 'getSnapshot' | 'take'>;
  /** Brings a file to the host. */
  upload(
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
  ): Promise<Attachment>;
  /** The attachments with what they hold. */
  resolve(attachments: readonly Attachment[]): Promise<readonly Attachment[]>;
  /** The selection to send beside these attachments, if any. */
  selection(attachments: readonly Attachment[]): Attachment | undefined;
  /** Puts the cursor back where the message is written. */
  focus(): void;
  tell(text: string): void;
  complain(problem: unknown, again?: { readonly label: string; run(): void }): void;
}

/** Nobody reads a message with more. */
const mostFiles = 50;

/** The state of a message being written: its attachments, and how it is sent. The draft keeper has its text. */
export class ComposerModel implements Readable<ComposerSnapshot> {
  readonly #ports: Ports;
  readonly #aborts = new Map<number, AbortController>();
  readonly #snapshot = new Cell<ComposerSnapshot>({ uploads: [], isSending: false });
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;
  #lastId = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Whether there is something to send, and all of it is there. */
  get canSend(): boolean {
    const { uploads, isSending } = this.getSnapshot();
    const { text, attachments } = this.#ports.keeper.getSnapshot();
    return !isSending && uploads.length === 0 && (text.trim() !== '' || attachments.length > 0);
  }

  attach(artifacts: readonly DraggedArtifact[]): void {
    this.add(artifacts.map(artifactAttachment));
  }

  add(attachments: readonly Attachment[]): void {
    if (attachments.length === 0) return;
    const { keeper, focus } = this.#ports;
    keeper.edit({ attachments: withAttachments(keeper.getSnapshot().attachments, attachments) });
    focus();
  }

  detach(index: number): void {
    const { keeper } = this.#ports;
    const { attachments } = keeper.getSnapshot();
    keeper.edit({ attachments: attachments.filter((_, other) => other !== index) });
  }

  upload(files: readonly File[]): void {
    if (files.length > mostFiles)
      this.#ports.tell(`Only the first ${mostFiles} files are attached. Add the rest to the desk.`);
    for (const file of files.slice(0, mostFiles)) void this.#upload(file);
  }

  stopUpload(id: number): void {
    this.#aborts.get(id)?.abort(new Error('Stopped.'));
  }

  /** Sends the message with `deliver`. Where that rejects, the message comes back. */
  async send(deliver: (draft: Draft) => Promise<void>): Promise<void> {
    if (!this.canSend) return;
    const { keeper, resolve, selection, complain, focus } = this.#ports;
    this.#change({ isSending: true });
    const taken = keeper.take();
    const selected = selection(taken.attachments);
    try {
      const attached = await resolve(taken.attachments);
      const attachments = selected ? [...attached, selected] : attached;
      await deliver({ ...taken, text: taken.text.trim(), attachments });
    } catch (error) {
      complain(error);
      this.#putBack(taken);
    } finally {
      this.#change({ isSending: false });
      focus();
    }
  }

  /** Text typed since then stays, after it. */
  #putBack(taken: Draft): void {
    const { keeper } = this.#ports;
    const now = keeper.getSnapshot();
    keeper.edit({
      text: [taken.text, now.text].filter(Boolean).join('\n'),
      attachments: [...taken.attachments, ...now.attachments],
    });
  }

  async #upload(file: File): Promise<void> {
    const { upload, complain } = this.#ports;
    const { name, size } = file;
    const abort = new AbortController();
    const id = ++this.#lastId;
    this.#aborts.set(id, abort);
    this.#change({ uploads: [...this.#uploads, { id, name, size, sent: 0 }] });
    try {
      const attachment = await upload(file, {
        signal: abort.signal,
        onProgress: (sent) =>
          this.#change({
            uploads: this.#uploads.map((other) => (other.id === id ? { ...other, sent } : other)),
          }),
      });
      this.add([attachment]);
    } catch (error) {
      if (!abort.signal.aborted) {
        const again = { label: 'Try again', run: () => this.upload([file]) };
        complain(`“${name.slice(0, 100)}” was not attached. ${asError(error).message}`, again);
      }
    } finally {
      this.#aborts.delete(id);
      this.#change({ uploads: this.#uploads.filter((other) => other.id !== id) });
    }
  }

  get #uploads(): readonly AttachedUpload[] {
    return this.getSnapshot().uploads;
  }

  #change(change: Partial<ComposerSnapshot>): void {
    this.#snapshot.set({ ...this.getSnapshot(), ...change });
  }
}
