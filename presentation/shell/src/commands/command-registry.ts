import { Cell, type Readable } from '@loggia/client';

/** Something that a user can have done from the palette or by keys. Every one that is listed works. */
export interface ShellCommand {
  /** Stable and unique, such as `desk.upload`. */
  readonly id: string;
  readonly title: string;
  /** Under which the palette and the cheat sheet gather it. */
  readonly group: string;
  /** Other words for it. */
  readonly keywords?: string;
  /** As in `isChord`; several for alternatives. Chords without `Mod` or `Alt` are ignored while the user types. */
  readonly keys?: string | readonly string[];
  /**
   * Neither in the palette nor bound to its keys: only listed in the cheat sheet. For keys that mean something only
   * where the focus is, such as arrows in a grid, and are handled there.
   */
  readonly hidden?: boolean;
  run(): void;
}

/** The commands available now. Components add theirs while they are mounted; the newest wins where keys collide. */
export class CommandRegistry implements Readable<readonly ShellCommand[]> {
  readonly #sets = new Map<object, readonly ShellCommand[]>();
  readonly #snapshot = new Cell<readonly ShellCommand[]>([]);
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  add(commands: readonly ShellCommand[]): () => void {
    const set = {};
    this.#sets.set(set, commands);
    this.#changed();
    return () => {
      if (this.#sets.delete(set)) this.#changed();
    };
  }

  #changed(): void {
    const byId = new Map<string, ShellCommand>();
    for (const command of [...this.#sets.values()].flat()) {
      // The newest stands last, also where an older one had its id.
      byId.delete(command.id);
      byId.set(command.id, command);
    }
    this.#snapshot.set([...byId.values()]);
  }
}

export const shellCommands = new CommandRegistry();

/** Does nothing where the command is not offered now. */
export function runCommand(id: string): void {
  shellCommands
    .getSnapshot()
    .find((command) => command.id === id)
    ?.run();
}

export function chordsOf({ keys }: Pick<ShellCommand, 'keys'>): readonly string[] {
  if (keys === undefined) return [];
  return typeof keys === 'string' ? [keys] : keys;
}
