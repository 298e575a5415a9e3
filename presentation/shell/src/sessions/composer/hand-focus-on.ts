let isWanted = false;

/** The field that has the focus goes with its page; the composer that comes next takes it over. */
export function handFocusOn(): void {
  isWanted = true;
}

export function keepFocusHere(): void {
  isWanted = false;
}

/** Takes the focus where it was handed on, and nobody has taken it elsewhere since. */
export function takeFocusOver(field: HTMLElement | null): void {
  if (!isWanted) return;
  isWanted = false;
  if (document.activeElement === document.body) field?.focus();
}
