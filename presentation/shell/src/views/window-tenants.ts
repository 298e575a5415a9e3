/**
 * The View of each window. A View keeps running while its window is minimized or its desk is hidden; once the window is
 * closed, or shows something else, the View ends, unless it is shown elsewhere.
 */
export class WindowTenants<View> {
  readonly #homes = new Map<string, View>();
  readonly #homeless = new Set<View>();

  /** Returns the Views to end. */
  enter(window: string, view: View): readonly View[] {
    this.#homeless.delete(view);
    const before = this.#homes.get(window);
    this.#homes.set(window, view);
    return before === undefined || before === view ? [] : this.#leave(before);
  }

  /** Returns the Views to end. */
  close(window: string): readonly View[] {
    const view = this.#homes.get(window);
    this.#homes.delete(window);
    return view === undefined ? [] : this.#leave(view);
  }

  isHomeless(view: View): boolean {
    return this.#homeless.has(view);
  }

  forget(view: View): void {
    this.#homeless.delete(view);
    for (const [window, tenant] of this.#homes) if (tenant === view) this.#homes.delete(window);
  }

  #leave(view: View): readonly View[] {
    if ([...this.#homes.values()].includes(view)) return [];
    this.#homeless.add(view);
    return [view];
  }
}
