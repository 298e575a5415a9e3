import { boardLimits, dayPattern, type Card } from '../src/board/board.ts';
import { removeCard, updateCard, type CardChange } from '../src/board/operations.ts';
import { element, fitHeight, iconButton } from './dom.ts';
import type { Ui } from './ui.ts';

/** Edits a card where it stands. Leaving it saves; Escape does not. */
export function cardEditor(card: Card, ui: Ui): HTMLElement {
  const title = area('edit-title', 'Title', card.title, boardLimits.title);
  const text = area('edit-text', 'Description', card.text ?? '', boardLimits.text);
  const labels = element('input', {
    class: 'field',
    'aria-label': 'Labels, separated by commas',
    placeholder: 'Labels, separated by commas',
    value: (card.labels ?? []).join(', '),
    maxlength: boardLimits.labels * (boardLimits.label + 2),
    spellcheck: 'false',
  });
  const due = element('input', { class: 'field', type: 'date', 'aria-label': 'Due', value: card.due ?? '' });
  let isOver = false;

  const close = (change: CardChange | undefined) => {
    if (isOver) return;
    isOver = true;
    ui.editing = undefined;
    if (
      change === undefined ||
      !ui.store.change(`editing “${card.title}”`, (board) => updateCard(board, card.id, change))
    )
      ui.render();
  };
  const save = () => {
    const change = changeOf(card, {
      title: title.value,
      text: text.value,
      labels: labels.value,
      due: due.value,
    });
    close(change);
  };
  const finish = () => {
    save();
    ui.focusCard(card.id);
  };
  const editor = element(
    'div',
    {
      class: 'editor',
      role: 'group',
      'aria-label': `Edit “${card.title}”`,
      onkeydown: (event: KeyboardEvent) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          close(undefined);
          ui.focusCard(card.id);
        } else if (event.key === 'Enter' && (event.target !== text || event.metaKey || event.ctrlKey)) {
          if (event.target instanceof HTMLButtonElement || event.isComposing) return;
          event.preventDefault();
          finish();
        }
      },
      onfocusout: (event: FocusEvent) => {
        const next = event.relatedTarget;
        // A window that loses the focus leaves nothing: only what takes it within the page does.
        if (next instanceof Node && !editor.contains(next)) save();
      },
    },
    title,
    text,
    element('div', { class: 'editor-row' }, labels, due),
    element(
      'div',
      { class: 'editor-actions' },
      element('button', { type: 'button', class: 'button primary', onclick: finish }, 'Save'),
      element(
        'button',
        {
          type: 'button',
          class: 'button',
          onclick: () => {
            close(undefined);
            ui.focusCard(card.id);
          },
        },
        'Cancel',
      ),
      iconButton('trash', 'Delete card', () => {
        isOver = true;
        ui.editing = undefined;
        deleteCard(card, ui);
      }),
    ),
  );
  requestAnimationFrame(() => {
    fitHeight(title);
    fitHeight(text);
    title.focus();
    title.setSelectionRange(title.value.length, title.value.length);
    editor.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return editor;
}

function area(kind: string, label: string, value: string, longest: number): HTMLTextAreaElement {
  const created = element('textarea', {
    class: `field ${kind}`,
    'aria-label': label,
    placeholder: label,
    rows: 1,
    maxlength: longest,
    oninput: () => fitHeight(created),
  });
  created.value = value;
  return created;
}

interface Written {
  readonly title: string;
  readonly text: string;
  readonly labels: string;
  readonly due: string;
}

/** The changed fields only. A title can't be removed. */
export function changeOf(card: Card, written: Written): CardChange | undefined {
  const title = written.title.replaceAll(/\s+/g, ' ').trim();
  const text = written.text.trim();
  const labels = [
    ...new Set(written.labels.split(',').map((label) => label.trim().slice(0, boardLimits.label))),
  ]
    .filter(Boolean)
    .slice(0, boardLimits.labels);
  const due = dayPattern.test(written.due) ? written.due : undefined;
  const change: CardChange = {
    ...(title !== '' && title !== card.title && { title }),
    ...(text !== (card.text ?? '') && { text: text || undefined }),
    ...(labels.join('\n') !== (card.labels ?? []).join('\n') && {
      labels: labels.length === 0 ? undefined : labels,
    }),
    ...(due !== card.due && { due }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

export function deleteCard(card: Card, ui: Ui): void {
  const neighbors = [...ui.root.querySelectorAll<HTMLElement>('.card')];
  const at = neighbors.findIndex((one) => one.dataset['card'] === card.id);
  const next = (neighbors[at + 1] ?? neighbors[at - 1])?.dataset['card'];
  if (!ui.store.change(`deleting “${card.title}”`, (board) => removeCard(board, card.id))) return;
  ui.focusCard(next);
  ui.toast(`Deleted “${card.title}”.`, {
    label: 'Undo',
    run: () => {
      ui.store.undo();
      ui.focusCard(card.id);
    },
  });
}
