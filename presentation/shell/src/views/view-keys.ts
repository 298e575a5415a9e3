/** The keys that the sandbox page passes on from a View; `core/sandbox/sandbox-page` has the same list. */
export const viewKeys = [
  'key-palette',
  'key-next',
  'key-previous',
  'key-close',
  'key-next-part',
  'key-previous-part',
] as const;
export type ViewKey = (typeof viewKeys)[number];

export function isViewKey(sign: string): sign is ViewKey {
  return (viewKeys as readonly string[]).includes(sign);
}

interface Ports<View> {
  now(): number;
  /** Whether the View has the keyboard focus, according to the browser, not the View. */
  hasFocus(view: View): boolean;
  openPalette(): void;
  /** To another window. */
  go(direction: 'next' | 'previous'): void;
  /** To another part of the page. */
  leave(direction: 'next' | 'previous'): void;
  /** Closes the View's own window, and no other. */
  close(view: View): void;
}

/** The shortest time between keys that a person presses. */
const leastMs = 120;
const mostIn = 20;
const withinMs = 10_000;

/**
 * Keys of the shell that were pressed in a View. A View can forge them, so they only do what is harmless while the user
 * is in it: they open the palette, arrange windows and move the focus out of the View, at a limited rate.
 */
export class ViewKeys<View> {
  readonly #ports: Ports<View>;
  #taken: readonly number[] = [];

  constructor(ports: Ports<View>) {
    this.#ports = ports;
  }

  pressed(view: View, key: ViewKey): void {
    const { now, hasFocus, openPalette, go, leave, close } = this.#ports;
    const at = now();
    const recent = this.#taken.filter((before) => at - before < withinMs);
    if (!hasFocus(view) || recent.length >= mostIn || at - (recent.at(-1) ?? -Infinity) < leastMs) return;
    this.#taken = [...recent, at];
    if (key === 'key-palette') openPalette();
    else if (key === 'key-close') close(view);
    else if (key === 'key-next-part') leave('next');
    else if (key === 'key-previous-part') leave('previous');
    else go(key === 'key-next' ? 'next' : 'previous');
  }
}
