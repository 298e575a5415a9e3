import type { Customization } from '@loggia/protocol';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { DraftKeeper } from './draft-keeper.ts';
import { menuAtFirst, menuFor, menuStep } from './slash-menu.ts';
import { completed, invocablesIn, type Invocable } from './slash.ts';

/** What a message can begin with, while its first word is being typed. */
export function useSlashMenu(
  keeper: DraftKeeper,
  text: string,
  customizations: readonly Customization[] | undefined,
  field: { readonly current: HTMLTextAreaElement | null },
) {
  const id = useId();
  const [state, setState] = useState(menuAtFirst);
  const invocables = useMemo(() => invocablesIn(customizations), [customizations]);
  const menu = menuFor(state, text, invocables);
  const take = (entry: Invocable): void => {
    keeper.edit({ text: completed(text, Math.min(state.caret, text.length), entry) });
    setState((now) => ({ ...now, chosen: 0 }));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): boolean => {
    const step = menu && menuStep(menu, event);
    if (step === undefined) return false;
    if (step === 'dismiss') setState((now) => ({ ...now, dismissed: text }));
    else if ('take' in step) take(step.take);
    else setState((now) => ({ ...now, chosen: step.choose }));
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    press,
    moved: (caret: number): void => setState((now) => (now.caret === caret ? now : { ...now, caret })),
    wiring: {
      'aria-autocomplete': 'list' as const,
      ...(menu && { 'aria-controls': id, 'aria-activedescendant': `${id}-${menu.at}` }),
    },
    menu: menu && (
      <div className="slash-menu scroll-area" id={id} role="listbox" aria-label="Skills and prompts">
        {menu.entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus, and the keys
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === menu.at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(entry)}
          >
            <strong>/{entry.name}</strong>
            <span>{entry.description ?? (entry.kind === 'skill' ? 'A skill' : 'A prompt')}</span>
          </div>
        ))}
      </div>
    ),
  };
}
