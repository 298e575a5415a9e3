import type { Scheduler } from '@loggia/kernel';
import type { PluginAtHand } from '../decisions/added-plugins.ts';
import type { PluginFolders } from '../fetched/plugin-folders.ts';

/** Previews beyond these are dropped, the oldest first, and each after a while. */
const mostPreviews = 8;
const previewMs = 30 * 60_000;

interface PreviewPorts {
  readonly scheduler: Scheduler;
  readonly folders: PluginFolders;
  report(problem: string, error: unknown): void;
}

/** Plugins that somebody has looked at and may add. They end with the process. */
export class PluginPreviews {
  readonly #ports: PreviewPorts;
  readonly #previews = new Map<string, { readonly atHand: PluginAtHand; readonly cancel: () => void }>();

  constructor(ports: PreviewPorts) {
    this.#ports = ports;
  }

  get(id: string): PluginAtHand | undefined {
    return this.#previews.get(id)?.atHand;
  }

  keep(atHand: PluginAtHand): void {
    const { id } = atHand;
    const cancel = this.#ports.scheduler.after(previewMs, () => this.#drop(id));
    this.#previews.set(id, { atHand, cancel });
    const [oldest] = this.#previews.keys();
    if (this.#previews.size > mostPreviews && oldest !== undefined) this.#drop(oldest);
  }

  /** It is added: its files stay. False if it was taken or dropped meanwhile. */
  take(id: string): boolean {
    this.#previews.get(id)?.cancel();
    return this.#previews.delete(id);
  }

  #drop(id: string): void {
    if (!this.take(id)) return;
    this.#ports.folders.remove(id).catch((error: unknown) => {
      this.#ports.report('Could not remove the preview of a plugin', error);
    });
  }
}
