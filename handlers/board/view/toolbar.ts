import type { SaveState } from './autosave.ts';
import { element, icon, iconButton, setAttribute } from './dom.ts';
import { redoStep, undoStep } from './keyboard.ts';
import { openShortcuts } from './shortcuts.ts';
import type { Ui } from './ui.ts';

export interface Toolbar {
  readonly element: HTMLElement;
  update(): void;
  showState(state: SaveState | { readonly kind: 'read-only'; readonly message: string }): void;
}

const words = { saved: 'Saved', waiting: 'Saving…', saving: 'Saving…' } as const;

export function toolbar(ui: Ui, retry: () => void): Toolbar {
  const input = element('input', {
    type: 'search',
    placeholder: 'Filter',
    'aria-label': 'Filter cards',
    spellcheck: 'false',
    oninput: () => {
      ui.filter = input.value;
      ui.render();
    },
    onkeydown: (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      input.value = '';
      ui.filter = '';
      ui.render();
      ui.focusCard(ui.current);
    },
  });
  const text = element('span', { class: 'save-text' });
  const again = element(
    'button',
    { type: 'button', class: 'button small', hidden: true, onclick: retry },
    'Retry',
  );
  const state = element(
    'div',
    { class: 'save-state', role: 'status' },
    element('span', { class: 'save-dot', 'aria-hidden': 'true' }),
    text,
    again,
  );
  const undoButton = iconButton('undo', 'Undo', () => undoStep(ui));
  const redoButton = iconButton('redo', 'Redo', () => redoStep(ui));
  const keys = iconButton('keyboard', 'Keyboard', () => openShortcuts(ui));
  return {
    element: element(
      'div',
      { class: 'toolbar' },
      element('label', { class: 'filter' }, icon('search'), input),
      state,
      element('div', { class: 'toolbar-buttons' }, undoButton, redoButton, keys),
    ),
    update() {
      setAttribute(undoButton, 'disabled', !ui.store.canUndo);
      setAttribute(redoButton, 'disabled', !ui.store.canRedo);
      undoButton.hidden = ui.store.isReadOnly;
      redoButton.hidden = ui.store.isReadOnly;
    },
    showState(next) {
      setAttribute(state, 'data-state', next.kind);
      again.hidden = next.kind !== 'failed';
      const said =
        next.kind === 'failed'
          ? `Could not save: ${next.message}`
          : next.kind === 'read-only'
            ? next.message
            : words[next.kind];
      if (text.textContent !== said) text.textContent = said;
      setAttribute(text, 'title', next.kind === 'failed' ? said : undefined);
    },
  };
}
