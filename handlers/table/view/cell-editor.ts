import { element } from '@loggia/kit/view/element';

export interface Editing {
  readonly value: string;
  /** The initial selection: all of the text, none with the cursor at the end, or the typed key replaces the cell. */
  readonly begin: 'all' | 'end' | 'typed';
  readonly label: string;
  readonly place: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly parent: HTMLElement;
  /** Called once, with the new value. Not called when the edit was canceled. */
  keep(value: string): void;
  /** Called after a key ended the edit, with the direction to move. */
  left(towards: 'down' | 'up' | 'right' | 'left' | 'nowhere'): void;
}

const narrowest = 120;

/** A field over a cell, until Enter, Tab, Escape or a click elsewhere. */
export function editCell({ value, begin, label, place, parent, keep, left }: Editing): HTMLInputElement {
  const input = element('input', {
    class: 'grid-editor',
    type: 'text',
    'aria-label': label,
    spellcheck: 'false',
  });
  // A line break does not live in a field of one line, so it is shown as a sign.
  const shown = value.replaceAll(/\r\n|\r|\n/g, '⏎');
  input.value = shown;
  const width = Math.max(place.width, narrowest);
  input.style.cssText = `left:${place.left}px;top:${place.top}px;width:${width}px;height:${place.height}px`;
  let over = false;

  function finish(how: 'keep' | 'drop'): void {
    if (over) return;
    over = true;
    const written = input.value;
    input.remove();
    if (how === 'drop') return;
    if (written !== shown) keep(written.replaceAll('⏎', '\n'));
    else if (begin === 'typed') keep(value);
  }

  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const { key, shiftKey } = event;
    if (key !== 'Enter' && key !== 'Tab' && key !== 'Escape') return;
    event.preventDefault();
    finish(key === 'Escape' ? 'drop' : 'keep');
    if (key === 'Escape') left('nowhere');
    else if (key === 'Enter') left(shiftKey ? 'up' : 'down');
    else left(shiftKey ? 'left' : 'right');
  });
  input.addEventListener('blur', () => finish('keep'));
  parent.append(input);
  input.focus({ preventScroll: true });
  if (begin === 'all') input.select();
  else input.setSelectionRange(input.value.length, input.value.length);
  return input;
}
