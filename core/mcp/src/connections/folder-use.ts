import type { Company } from './company.ts';

interface FolderPorts {
  /** The folders that the connection was opened for. */
  readonly folders: readonly string[];
  readonly company: Pick<Company, 'hasOtherFolders'>;
  /** The server asks for the first time: whoever shares the connection for other folders leaves it. */
  asked(): void;
  /** Tells the server to ask again; undefined if no call can be running yet. */
  readonly askAgain: () => (() => void) | undefined;
}

/** Whether a server uses the folders of its sessions. It shows when the server asks for them. */
export class FolderUse {
  readonly #ports: FolderPorts;
  #folders: readonly string[];
  #isUsed = false;

  constructor(ports: FolderPorts) {
    this.#ports = ports;
    this.#folders = ports.folders;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** The sessions work in these folders from now on. A server that has asked for them is told to ask again. */
  moveTo(folders: readonly string[]): void {
    this.#folders = folders;
    if (this.#isUsed) this.#ports.askAgain()?.();
  }

  /** If calls for other folders may still run, the server has to ask again before it is told any. */
  tell(): readonly string[] {
    const { company, asked, askAgain } = this.#ports;
    if (this.#isUsed) return this.#folders;
    const isMixed = company.hasOtherFolders();
    this.#isUsed = true;
    asked();
    const again = isMixed ? askAgain() : undefined;
    if (again === undefined) return this.#folders;
    setImmediate(again);
    return [];
  }
}
