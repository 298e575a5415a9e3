import { suggestions, type Invocable } from './slash.ts';

/** The user's actions on the menu of skills and prompts that opens while the first word is typed. */
export interface MenuState {
  readonly caret: number;
  readonly chosen: number;
  /** The text for which it was closed; another text may open it again. */
  readonly dismissed: string | undefined;
}

export const menuAtFirst: MenuState = { caret: 0, chosen: 0, dismissed: undefined };

export interface SlashMenu {
  readonly entries: readonly Invocable[];
  readonly at: number;
}

/** Undefined: there is nothing to offer. */
export function menuFor(
  { caret, chosen, dismissed }: MenuState,
  text: string,
  invocables: readonly Invocable[],
): SlashMenu | undefined {
  const entries =
    dismissed === text ? [] : (suggestions(text, Math.min(caret, text.length), invocables) ?? []);
  return entries.length === 0 ? undefined : { entries, at: Math.min(chosen, entries.length - 1) };
}

export type MenuStep<Entry> = { readonly choose: number } | { readonly take: Entry } | 'dismiss';

/** The effect of a key on an open menu; undefined where it is meant for the text. */
export function menuStep<Entry>(
  { entries, at }: { readonly entries: readonly Entry[]; readonly at: number },
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): MenuStep<Entry> | undefined {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by !== undefined) return { choose: (at + by + entries.length) % entries.length };
  if (key === 'Escape') return 'dismiss';
  const entry = entries[at];
  const takes = (key === 'Enter' && !shiftKey) || key === 'Tab';
  return takes && entry ? { take: entry } : undefined;
}
