import { StoredNames } from '../host/stored-names.ts';

/**
 * Stopped Views stay stopped until the user runs them again, after a reload and in every tab; so do others of the same
 * template, which would do the same.
 */
export class StoppedViews {
  readonly #stored: StoredNames;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#stored = new StoredNames('loggia.stopped-views', 300, storage);
  }

  /** The reason why it was stopped. */
  reasonFor({ view, template }: { readonly view?: string; readonly template?: string }): string | undefined {
    return (
      (view === undefined ? undefined : this.#stored.get(`view ${view}`)) ??
      (template === undefined ? undefined : this.#stored.get(`template ${template}`))
    );
  }

  stop(view: string, template: string | undefined, reason: string): void {
    this.#stored.set(`view ${view}`, reason);
    if (template !== undefined) this.#stored.set(`template ${template}`, reason);
  }

  release(view: string, template: string | undefined): void {
    this.#stored.delete(`view ${view}`, ...(template === undefined ? [] : [`template ${template}`]));
  }
}
