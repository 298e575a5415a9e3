import { cardsIn } from '../src/board/board.ts';
import { moveCard, moveColumn } from '../src/board/operations.ts';
import type { Ui } from './ui.ts';

const threshold = 6;
/** How long a finger rests before it takes a card along instead of scrolling. */
const rest = 280;
const edge = 48;
const fastest = 16;

interface Drag {
  readonly pointer: number;
  readonly source: HTMLElement;
  readonly what: 'card' | 'column';
  readonly id: string;
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
  ghost: HTMLElement | undefined;
  offsetX: number;
  offsetY: number;
  timer: number | undefined;
  frame: number;
}

/** Cards and columns follow the pointer: a mouse at once, a finger after it rested. */
export function enableDragging(board: HTMLElement, ui: Ui): void {
  let drag: Drag | undefined;

  board.addEventListener('pointerdown', (event) => {
    if (drag !== undefined && drag.pointer !== event.pointerId) return;
    // The same pointer cannot be pressed twice: it was let go out of our sight.
    end('cancel');
    if (event.button !== 0 || ui.store.isReadOnly || ui.lifted !== undefined) return;
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, .editor, .menu, .check, .icon-button, .add-card, .composer'))
      return;
    const card = target.closest<HTMLElement>('.card');
    const head = target.closest<HTMLElement>('.column-head');
    const source = card ?? head?.closest<HTMLElement>('.column');
    const id = source?.dataset[card ? 'card' : 'column'];
    if (source === null || source === undefined || id === undefined) return;
    drag = {
      pointer: event.pointerId,
      source,
      what: card ? 'card' : 'column',
      id,
      startX: event.clientX,
      startY: event.clientY,
      x: event.clientX,
      y: event.clientY,
      ghost: undefined,
      offsetX: 0,
      offsetY: 0,
      timer: undefined,
      frame: 0,
    };
    if (event.pointerType !== 'mouse') drag.timer = window.setTimeout(() => begin(), rest);
  });

  window.addEventListener('pointermove', (event) => {
    if (drag?.pointer !== event.pointerId) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (drag.ghost !== undefined) return;
    const isFar = Math.hypot(drag.x - drag.startX, drag.y - drag.startY) > threshold;
    if (!isFar) return;
    // A finger that moves before it rested scrolls.
    if (drag.timer === undefined) begin();
    else end('cancel');
  });
  window.addEventListener('pointerup', (event) => {
    if (drag?.pointer !== event.pointerId) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    // It is dropped where it was let go, which may be further than what was drawn last.
    hover();
    end('drop');
  });
  window.addEventListener('pointercancel', (event) => {
    if (drag?.pointer === event.pointerId) end('cancel');
  });
  // Losing the pointer capture cancels the drag. Losing the focus doesn't.
  board.addEventListener('lostpointercapture', (event) => {
    if (event.target === board && drag?.pointer === event.pointerId) end('cancel');
  });
  // While a finger drags a card, the page must not scroll. Only a non-passive listener can prevent that.
  window.addEventListener(
    'touchmove',
    (event) => {
      if (drag?.ghost !== undefined && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || drag?.ghost === undefined) return;
      event.stopPropagation();
      end('cancel');
    },
    { capture: true },
  );
  // A drop must not also count as a click.
  board.addEventListener(
    'click',
    (event) => {
      if (board.dataset['dropped'] === undefined) return;
      delete board.dataset['dropped'];
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );
  board.addEventListener('contextmenu', (event) => {
    if (drag?.ghost !== undefined) event.preventDefault();
  });

  function begin(): void {
    if (drag === undefined) return;
    clearTimeout(drag.timer);
    const box = drag.source.getBoundingClientRect();
    const ghost = drag.source.cloneNode(true) as HTMLElement;
    ghost.classList.add('ghost');
    ghost.removeAttribute('data-card');
    ghost.removeAttribute('data-column');
    ghost.inert = true;
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    drag.offsetX = drag.startX - box.left;
    drag.offsetY = drag.startY - box.top;
    drag.ghost = ghost;
    ui.root.append(ghost);
    // The card itself will move within the page, and what moves loses the pointer.
    board.setPointerCapture(drag.pointer);
    document.getSelection()?.removeAllRanges();
    board.classList.add('is-dragging');
    if (drag.what === 'card') ui.dragged = drag.id;
    else drag.source.classList.add('is-dragged');
    ui.render();
    follow();
  }

  function follow(): void {
    if (drag?.ghost === undefined) return;
    const { ghost, x, y, offsetX, offsetY } = drag;
    ghost.style.translate = `${x - offsetX}px ${y - offsetY}px`;
    scrollAtEdges(x, y);
    hover();
    drag.frame = requestAnimationFrame(follow);
  }

  function hover(): void {
    if (drag?.ghost === undefined) return;
    if (drag.what === 'card') overCards(drag);
    else overColumns(drag);
  }

  function scrollAtEdges(x: number, y: number): void {
    nudge(board, 'scrollLeft', x, board.getBoundingClientRect(), ['left', 'right']);
    const list = columnAt(x)?.querySelector<HTMLElement>('.cards');
    if (list) nudge(list, 'scrollTop', y, list.getBoundingClientRect(), ['top', 'bottom']);
  }

  function columnAt(x: number): HTMLElement | undefined {
    const columns = [...board.querySelectorAll<HTMLElement>('.column')];
    return columns.find((column) => x <= column.getBoundingClientRect().right + 6) ?? columns.at(-1);
  }

  function overCards(now: Drag): void {
    const column = columnAt(now.x);
    const id = column?.dataset['column'];
    if (column === undefined || id === undefined) return;
    const others = [...column.querySelectorAll<HTMLElement>('.card')].filter(
      (card) => card.dataset['card'] !== now.id,
    );
    const middle = now.y - now.offsetY + (now.ghost?.offsetHeight ?? 0) / 2;
    const next = others.find((card) => {
      const box = card.getBoundingClientRect();
      return middle < box.top + box.height / 2;
    });
    // Places are counted over all cards, also those that the filter hides.
    const all = cardsIn(ui.store.board, id).filter((card) => card.id !== now.id);
    const index = next === undefined ? all.length : all.findIndex((card) => card.id === next.dataset['card']);
    animate(() => ui.store.preview(moveCard(ui.store.board, now.id, id, index)));
  }

  function overColumns(now: Drag): void {
    const columns = [...board.querySelectorAll<HTMLElement>('.column')];
    const middle = now.x - now.offsetX + (now.ghost?.offsetWidth ?? 0) / 2;
    const index = columns
      .filter((column) => column !== now.source)
      .filter((column) => {
        const box = column.getBoundingClientRect();
        return middle > box.left + box.width / 2;
      }).length;
    animate(() => ui.store.preview(moveColumn(ui.store.board, now.id, index)));
  }

  /** Lets what makes room glide there instead of jumping. */
  function animate(change: () => void): void {
    const before = ui.store.board;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      change();
      return;
    }
    const moving = [...board.querySelectorAll<HTMLElement>('.card, .column')];
    const were = moving.map((one) => one.getBoundingClientRect());
    change();
    if (ui.store.board === before) return;
    moving.forEach((one, index) => {
      const was = were[index];
      const is = one.getBoundingClientRect();
      if (was === undefined || (was.left === is.left && was.top === is.top)) return;
      // A card glides with its column already.
      if (drag?.what === 'column' && one.classList.contains('card')) return;
      one.animate([{ translate: `${was.left - is.left}px ${was.top - is.top}px` }, { translate: '0 0' }], {
        duration: 160,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    });
  }

  function end(how: 'drop' | 'cancel'): void {
    if (drag === undefined) return;
    const { ghost, timer, frame, what, id, source } = drag;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    drag = undefined;
    if (ghost === undefined) return;
    ghost.remove();
    board.classList.remove('is-dragging');
    source.classList.remove('is-dragged');
    ui.dragged = undefined;
    if (how === 'cancel') ui.store.putBack();
    else {
      const named = what === 'card' ? ui.store.board.cards : ui.store.board.columns;
      const title = named.find((one) => one.id === id)?.title ?? '';
      ui.store.settle(`moving “${title}”`);
      board.dataset['dropped'] = '';
      setTimeout(() => delete board.dataset['dropped']);
    }
    ui.render();
    if (what === 'card') ui.focusCard(id);
  }
}

function nudge(
  target: HTMLElement,
  property: 'scrollLeft' | 'scrollTop',
  at: number,
  box: DOMRect,
  [start, end]: readonly ['left', 'right'] | readonly ['top', 'bottom'],
): void {
  const before = at - box[start];
  const after = box[end] - at;
  if (before < edge) target[property] -= fastest * (1 - Math.max(before, 0) / edge);
  else if (after < edge) target[property] += fastest * (1 - Math.max(after, 0) / edge);
}
