import { element } from '@loggia/kit/view/element';
import { icon } from './icons.ts';

export type MenuItem =
  | {
      readonly label: string;
      readonly hint?: string;
      readonly checked?: boolean;
      readonly disabled?: boolean;
      readonly tone?: 'danger';
      run(): void;
    }
  | 'line';

let open: { readonly close: (focus: 'back' | 'away') => void } | undefined;

/** Closes whatever menu is open. */
function closeMenu(): void {
  open?.close('away');
}

/** A menu below something, with the keys menus have. Focus goes back where it was. */
export function showMenu(anchor: DOMRect, items: readonly MenuItem[], label: string): void {
  closeMenu();
  const before = document.activeElement;
  const entries: HTMLButtonElement[] = [];
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': label });

  const close = (focus: 'back' | 'away'): void => {
    open = undefined;
    document.removeEventListener('pointerdown', outside, true);
    window.removeEventListener('blur', away);
    menu.remove();
    if (focus === 'back' && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const outside = (event: Event): void => {
    if (event.target instanceof Node && !menu.contains(event.target)) close('away');
  };
  const away = (): void => close('away');

  for (const item of items) {
    if (item === 'line') {
      menu.append(element('div', { class: 'menu-line', role: 'separator' }));
      continue;
    }
    const checkable = item.checked !== undefined;
    const entry = element(
      'button',
      {
        class: `menu-item${item.tone === 'danger' ? ' danger' : ''}`,
        type: 'button',
        role: checkable ? 'menuitemcheckbox' : 'menuitem',
        'aria-checked': checkable ? String(item.checked) : undefined,
        'aria-disabled': item.disabled ? 'true' : undefined,
        tabindex: -1,
        on: {
          click: () => {
            if (item.disabled) return;
            close('back');
            item.run();
          },
        },
      },
      element('span', { class: 'menu-check' }, item.checked ? icon('check') : undefined),
      element('span', { class: 'menu-label', text: item.label }),
      item.hint === undefined ? undefined : element('span', { class: 'menu-hint', text: item.hint }),
    );
    entries.push(entry);
    menu.append(entry);
  }

  menu.addEventListener('keydown', (event) => {
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) entries[(at + step + entries.length) % entries.length]?.focus();
    else if (event.key === 'Home') entries[0]?.focus();
    else if (event.key === 'End') entries.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close('back');
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  place(menu, anchor);
  document.addEventListener('pointerdown', outside, true);
  window.addEventListener('blur', away);
  open = { close };
  entries[0]?.focus({ preventScroll: true });
}

function place(menu: HTMLElement, anchor: DOMRect): void {
  const margin = 8;
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(margin, Math.min(anchor.left, window.innerWidth - width - margin));
  const below = anchor.bottom + 4;
  const fits = below + height <= window.innerHeight - margin;
  const top = fits ? below : Math.max(margin, anchor.top - height - 4);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
  menu.style.maxHeight = `${window.innerHeight - 2 * margin}px`;
}
