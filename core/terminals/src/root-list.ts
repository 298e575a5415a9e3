import type { Kernel } from '@loggia/kernel';
import { rootUri, type RootAction, type RootState, type TerminalInfo } from '@loggia/protocol';

/** The list of terminals on the root channel. It is stored, and so also tells which terminals there are. */
export class RootList {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  async all(): Promise<readonly TerminalInfo[]> {
    return (await this.#kernel.load<RootState>(rootUri))?.state.terminals ?? [];
  }

  async ofSession(uri: string): Promise<readonly TerminalInfo[]> {
    return (await this.all()).filter(({ claim }) => claim.kind === 'session' && claim.session === uri);
  }

  add(info: TerminalInfo): Promise<void> {
    return this.#change((terminals) => [...terminals, info]);
  }

  remove(uris: readonly string[]): Promise<void> {
    return this.#change((terminals) => terminals.filter(({ resource }) => !uris.includes(resource)));
  }

  update(uri: string, changes: Partial<Omit<TerminalInfo, 'resource'>>): Promise<void> {
    return this.#change((terminals) =>
      terminals.map((info) => (info.resource === uri ? { ...info, ...changes } : info)),
    );
  }

  async #change(to: (terminals: readonly TerminalInfo[]) => TerminalInfo[]): Promise<void> {
    const root = await this.#kernel.load<RootState>(rootUri);
    if (!root) return;
    const before = root.state.terminals ?? [];
    const terminals = to(before);
    if (JSON.stringify(terminals) === JSON.stringify(before)) return;
    const action: RootAction = { type: 'root/terminalsChanged', terminals };
    this.#kernel.append(root, action);
  }
}
