import type { SqliteDriver, SqliteStatement } from './driver.ts';

const remembered = 20_000;

/** The number that stands for a URI in every other table. */
export class ChannelIds {
  readonly #select: SqliteStatement;
  readonly #known = new Map<string, number>();

  constructor(database: SqliteDriver) {
    this.#select = database.prepare('SELECT id FROM channels WHERE uri = ?');
  }

  find(uri: string): number | undefined {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    const id = this.#select.get<{ id: number }>([uri])?.id;
    if (id === undefined) return undefined;
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(uri, id);
    return id;
  }

  get(uri: string): number {
    const id = this.find(uri);
    if (id === undefined) throw new Error(`There is no channel ${uri} in the store.`);
    return id;
  }

  forget(uri: string): void {
    this.#known.delete(uri);
  }

  /** After a rollback: numbers assigned inside the transaction are invalid. */
  forgetAll(): void {
    this.#known.clear();
  }
}
