import { CommandFailed } from '../failure.ts';
import { printableLine } from '../output/printable.ts';

export interface Named {
  readonly id: string;
  readonly title: string;
}

/** Naming more than these doesn't help to tell them apart. */
const mostNamed = 5;

/**
 * Looks among many items that arrive one by one for the one with the given id, title or beginning of an id. A full
 * match wins over a beginning.
 */
export class Search<Item extends Named> {
  readonly wanted: string;
  #byId: Item | undefined;
  readonly #byTitle: Item[] = [];
  readonly #byStart: Item[] = [];

  constructor(wanted: string) {
    this.wanted = wanted;
  }

  look(item: Item): void {
    if (item.id === this.wanted) this.#byId = item;
    else if (item.title === this.wanted) keep(this.#byTitle, item);
    else if (item.id.startsWith(this.wanted)) keep(this.#byStart, item);
  }

  /** Throws where there is none, or where several fit. */
  found(kind: { readonly one: string; readonly many: string; readonly list: string }): Item {
    const { wanted } = this;
    if (this.#byId) return this.#byId;
    const fitting = this.#byTitle.length > 0 ? this.#byTitle : this.#byStart;
    const [first, second] = fitting;
    if (first === undefined) {
      throw new CommandFailed('failed', `There is no ${kind.one} "${wanted}". "${kind.list}" lists them.`);
    }
    if (second === undefined) return first;
    const names = fitting.slice(0, mostNamed).map(({ id, title }) => `${id} (${printableLine(title)})`);
    const more = fitting.length > mostNamed ? ' and others' : '';
    throw new CommandFailed(
      'failed',
      `Several ${kind.many} match "${wanted}": ${names.join(', ')}${more}. Name one by its id.`,
    );
  }
}

function keep<Item>(items: Item[], item: Item): void {
  if (items.length <= mostNamed) items.push(item);
}

export function findNamed<Item extends Named>(
  items: readonly Item[],
  wanted: string,
  kind: { readonly one: string; readonly many: string; readonly list: string },
): Item {
  const search = new Search<Item>(wanted);
  for (const item of items) search.look(item);
  return search.found(kind);
}
