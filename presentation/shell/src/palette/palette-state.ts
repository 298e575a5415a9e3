import type { Readable } from '@loggia/client';

/** What stands over the page: the palette, perhaps with something typed already, or the cheat sheet. */
export type PaletteState =
  | { readonly open: 'nothing' }
  | { readonly open: 'palette'; readonly query: string }
  | { readonly open: 'keys' };

const nothing: PaletteState = { open: 'nothing' };
let state: PaletteState = nothing;
const listeners = new Set<() => void>();

function set(next: PaletteState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const paletteState: Readable<PaletteState> = {
  getSnapshot: () => state,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function openPalette(query = ''): void {
  set({ open: 'palette', query });
}

export function openCheatSheet(): void {
  set({ open: 'keys' });
}

export function closePalette(): void {
  set(nothing);
}
