import type { BoardStore } from './board-store.ts';

/** The state and callbacks shared by the parts of the View. */
export interface Ui {
  readonly store: BoardStore;
  readonly root: HTMLElement;
  filter: string;
  locale: string | undefined;
  /** The card that has or had the focus: the one stop of the tab key among all cards. */
  current: string | undefined;
  /** The card that is being edited in its place. */
  editing: string | undefined;
  /** The column in which a card is being written. */
  composing: string | undefined;
  /** The card that arrow keys carry around. */
  lifted: string | undefined;
  /** The card that a pointer carries around. */
  dragged: string | undefined;
  render(): void;
  focusCard(id: string | undefined): void;
  announce(text: string): void;
  /** A line that goes away by itself, with a way back if there is one. */
  toast(text: string, action?: { readonly label: string; run(): void }): void;
}
