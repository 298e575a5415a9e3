import { createAutosave, type Autosave, type SaveState } from '@loggia/kit/view/autosave';
import { layoutIn } from '../src/layout-place.ts';
import { mergeCells } from '../src/merge.ts';
import { applyOperations, type Operation } from '../src/operations.ts';
import type { Table } from '../src/table.ts';
import type { Connection, Opened, Piece } from './connection.ts';
import { lookOf } from './saved-look.ts';
import type { Sheet } from './sheet.ts';

export interface DocumentPorts {
  readonly sheet: Sheet;
  readonly connection: Connection;
  /** Something about loading or saving is to be shown. */
  changed(): void;
  say(text: string): void;
}

interface Conflict {
  readonly theirs: Table;
  readonly revision: number;
  readonly hash: string;
}

const saveAfter = 700;

/** The table as it is stored: read piece by piece, saved by itself, brought together with what others did. */
export class TableDocument {
  opened: Opened | undefined;
  /** From 0 to 1 while the table arrives. */
  loading: number | undefined;
  /** The file is larger than what is shown. */
  cut = false;
  unclosed = false;
  readonly #ports: DocumentPorts;
  readonly #autosave: Autosave;
  #at = { revision: 0, hash: '' };
  /** The server's version, on which the pending edits are based. */
  #base: Table | undefined;
  #pending: Operation[] = [];
  #conflict: Conflict | undefined;
  #keepLook = false;

  constructor(ports: DocumentPorts) {
    this.#ports = ports;
    this.#autosave = createAutosave({
      save: () => this.#save(),
      later: (run) => {
        const timer = setTimeout(run, saveAfter);
        return () => clearTimeout(timer);
      },
      changed: () => ports.changed(),
    });
  }

  get saveState(): SaveState {
    return this.#autosave.state;
  }

  get inConflict(): boolean {
    return this.#conflict !== undefined;
  }

  edited(operations: readonly Operation[]): void {
    this.#pending.push(...operations);
    this.#autosave.touch();
  }

  /** How the table is looked at is saved with its next edit, or now. */
  rememberLook(): void {
    this.#keepLook = true;
    this.#autosave.touch();
  }

  flush(): Promise<void> {
    return this.#autosave.flush();
  }

  async open(artifact: Opened, first: Piece): Promise<void> {
    const { sheet, connection, changed } = this.#ports;
    this.opened = artifact;
    this.#at = { revision: first.revision, hash: first.hash };
    this.loading = 0;
    sheet.readOnly = 'Loading';
    sheet.look = lookOf(layoutIn(artifact));
    await connection.readOn(artifact.id, first, async ({ table, decimal, done, cut, unclosed }) => {
      this.#base = table;
      this.cut = cut;
      this.unclosed = unclosed;
      this.loading = done < 1 ? done : undefined;
      sheet.decimal = decimal;
      sheet.load(table, { history: 'forget', part: done < 1 ? 'some' : 'all' });
      changed();
      // Lets the page draw what is there before it reads on.
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    sheet.readOnly = cannotEdit(artifact, this.cut);
    changed();
  }

  /** The user's answer to a conflict. */
  decide(whose: 'mine' | 'theirs'): void {
    if (!this.#conflict) return;
    const { sheet } = this.#ports;
    const { theirs, revision, hash } = this.#conflict;
    this.#conflict = undefined;
    this.#at = { revision, hash };
    this.#base = theirs;
    this.#pending = whose === 'mine' ? [{ kind: 'replace', ...sheet.table }] : [];
    if (whose === 'theirs') sheet.load(theirs, { history: 'forget' });
    else this.#autosave.touch();
    this.#ports.changed();
  }

  async #save(): Promise<void> {
    const { sheet, connection } = this.#ports;
    const { opened } = this;
    if (!opened || this.#conflict || this.#base === undefined) return;
    if (this.#pending.length === 0 && !this.#keepLook) return;
    const operations = this.#pending;
    const { table } = sheet;
    const remember = this.#keepLook;
    this.#pending = [];
    this.#keepLook = false;
    let saved = false;
    try {
      const answer = await connection.save(opened.id, this.#at, {
        operations,
        look: sheet.look,
        remember,
      });
      if (answer.kind === 'saved') {
        this.#at = { revision: answer.revision, hash: answer.hash };
        this.#base = table;
        saved = true;
      }
    } finally {
      if (!saved) {
        this.#pending = [...operations, ...this.#pending];
        this.#keepLook ||= remember;
      }
    }
    if (!saved) await this.#bringTogether(opened.id);
  }

  /** Somebody else was first. Cells that only one of us changed go together; the rest is the user's to decide. */
  async #bringTogether(id: string): Promise<void> {
    const { sheet, connection, say } = this.#ports;
    const first = await connection.readFirst(id);
    let theirs: Table | undefined;
    await connection.readOn(id, first, async ({ table }) => {
      theirs = table;
    });
    if (!theirs || this.#base === undefined) return;
    const { revision, hash } = first;
    const merged = mergeCells(this.#base, sheet.table, theirs);
    if (!merged) {
      this.#conflict = { theirs, revision, hash };
      return;
    }
    this.#at = { revision, hash };
    this.#base = theirs;
    this.#pending = merged.kind === 'setCells' && merged.cells.length === 0 ? [] : [merged];
    sheet.load(applyOperations(theirs, this.#pending).table, { history: 'forget' });
    say('Someone else changed other cells. Both changes were kept.');
    if (this.#pending.length > 0 || this.#keepLook) await this.#save();
  }
}

function cannotEdit({ state, readOnly = false }: Opened, cut: boolean): string | undefined {
  if (state === 'archived') return 'Archived, read only';
  return cut || readOnly ? 'Read only' : undefined;
}
