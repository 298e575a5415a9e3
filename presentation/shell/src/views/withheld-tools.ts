import { StoredNames } from '../host/stored-names.ts';

/** Views whose tools the user has turned off in this browser. */
export class WithheldTools {
  readonly #stored: StoredNames;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#stored = new StoredNames('loggia.withheld-tools', 300, storage);
  }

  includes(view: string): boolean {
    return this.#stored.get(view) !== undefined;
  }

  set(view: string, isWithheld: boolean): void {
    if (isWithheld) this.#stored.set(view, '');
    else this.#stored.delete(view);
  }
}
