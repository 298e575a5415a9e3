import { Cell, type Readable } from '@loggia/client';

/** The overlay over the page: the palette, perhaps with a query, or the cheat sheet. */
export type PaletteState =
  | { readonly open: 'nothing' }
  | { readonly open: 'palette'; readonly query: string }
  | { readonly open: 'keys' };

const nothing: PaletteState = { open: 'nothing' };
const state = new Cell<PaletteState>(nothing);

export const paletteState: Readable<PaletteState> = state;

export function openPalette(query = ''): void {
  state.set({ open: 'palette', query });
}

export function openCheatSheet(): void {
  state.set({ open: 'keys' });
}

export function closePalette(): void {
  state.set(nothing);
}
