import type { AgentInfo, ChatState, Customization, ServerPrompt } from '@loggia/protocol';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useAnswer } from '../../host/use-answer.ts';
import { CompletionList } from './completion-list.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { menuAtFirst, menuFor, menuStep } from './slash-menu.ts';
import { agentInvocables, completed, invocablesIn, promptInvocables, type Invocable } from './slash.ts';

interface Sources {
  /** Undefined while there is none yet: prompts are then those of the host’s own servers. */
  readonly session: string | undefined;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly chatState: ChatState | undefined;
}

/** The menu of skills and prompts, while the first word of a message is being typed. */
export function useSlashMenu(
  keeper: DraftKeeper,
  text: string,
  { session, agent, customizations, chatState }: Sources,
  field: { readonly current: HTMLTextAreaElement | null },
  onPrompt: (prompt: ServerPrompt) => void,
) {
  const id = useId();
  const [state, setState] = useState(menuAtFirst);
  // Asked whenever somebody begins to type a command: servers come and go.
  const wanted = text.startsWith('/') ? { ...(session !== undefined && { session }) } : undefined;
  const prompts = useAnswer('x-loggia/listPrompts', wanted).value?.prompts;
  const meta = chatState?._meta;
  const invocables = useMemo(
    () => [
      ...agentInvocables(agent, meta && { _meta: meta }),
      ...invocablesIn(customizations),
      ...promptInvocables(prompts ?? []),
    ],
    [agent, meta, customizations, prompts],
  );
  const menu = menuFor(state, text, invocables);
  const take = (entry: Invocable): void => {
    if (entry.prompt) {
      setState((now) => ({ ...now, chosen: 0, dismissed: text }));
      return onPrompt(entry.prompt);
    }
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
      <CompletionList
        id={id}
        label="Commands, skills and prompts"
        at={menu.at}
        entries={menu.entries.map((entry) => ({
          id: entry.id,
          name: `/${entry.name}`,
          about: entry.description ?? '',
          group: entry.source,
        }))}
        onTake={(index) => {
          const entry = menu.entries[index];
          if (entry) take(entry);
        }}
      />
    ),
  };
}
