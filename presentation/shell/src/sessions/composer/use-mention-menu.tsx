import type { ArtifactSummary, Attachment } from '@loggia/protocol';
import { File, MessagesSquare } from 'lucide-react';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useFoundArtifacts } from '../../artifacts/use-found-artifacts.ts';
import { useWorkspace } from '../../host/use-channel.ts';
import { asName } from '../../ui/foreign-words.ts';
import { TypeIcon } from '../../ui/type-icon.tsx';
import { lookUpTypes } from '../../ui/type-lookup.ts';
import { essenceOf } from './attached.ts';
import { CompletionList } from './completion-list.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { mentionAt, withWords } from './mention.ts';
import { menuAtFirst, menuStep } from './slash-menu.ts';
import { useMentioned, type Mentioned } from './use-mentioned.ts';

const mostShown = 8;
/** Leaves room for what else matches. */
const mostBesideOthers = 5;

interface Place {
  readonly workspace: string;
  /** Undefined before the first message. */
  readonly chat: string | undefined;
  readonly keeper: DraftKeeper;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  attach(artifact: ArtifactSummary): void;
  add(attachment: Attachment): void;
}

type Entry =
  | { readonly kind: 'artifact'; readonly artifact: ArtifactSummary }
  | ({ readonly kind: 'other' } & Mentioned);

/** Artifacts, files and sessions that match the text after an `@`. The chosen one is attached to the message. */
export function useMentionMenu(text: string, { workspace, chat, keeper, field, attach, add }: Place) {
  const id = useId();
  const [state, setState] = useState(menuAtFirst);
  const caret = Math.min(state.caret, text.length);
  const mention = state.dismissed === text ? undefined : mentionAt(text, caret);
  const found = useFoundArtifacts(workspace, mention?.query);
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const others = useMentioned(chat, mention?.query);
  const entries: readonly Entry[] = mention
    ? [
        ...found
          .slice(0, others.length > 0 ? mostBesideOthers : mostShown)
          .map((artifact) => ({ kind: 'artifact' as const, artifact })),
        ...others.map((item) => ({ kind: 'other' as const, ...item })),
      ]
    : [];
  const menu = entries.length === 0 ? undefined : { entries, at: Math.min(state.chosen, entries.length - 1) };
  const take = (entry: Entry): void => {
    if (mention === undefined) return;
    const words = entry.kind === 'artifact' ? `“${asName(entry.artifact.title)}” ` : entry.insertText;
    const next = withWords(text, caret, mention, words);
    keeper.edit({ text: next.text });
    if (entry.kind === 'artifact') attach(entry.artifact);
    else add(entry.attachment);
    setState({ caret: next.caret, chosen: 0, dismissed: next.text });
    // The field has the new text once it was drawn.
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
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
    moved: (at: number): void => setState((now) => (now.caret === at ? now : { ...now, caret: at })),
    wiring: menu && { 'aria-controls': id, 'aria-activedescendant': `${id}-${menu.at}` },
    menu: menu && (
      <CompletionList
        id={id}
        label="Artifacts, files and sessions"
        at={menu.at}
        entries={menu.entries.map((entry) =>
          entry.kind === 'artifact' ? shownArtifact(entry.artifact, lookUp) : shownOther(entry),
        )}
        onTake={(index) => {
          const entry = menu.entries[index];
          if (entry) take(entry);
        }}
      />
    ),
  };
}

function shownArtifact({ id, title, type }: ArtifactSummary, lookUp: ReturnType<typeof lookUpTypes>) {
  const known = lookUp(type);
  const icon = <TypeIcon type={known} size="small" />;
  return { id, name: asName(title), about: known?.label ?? type, icon };
}

function shownOther({ attachment }: Mentioned) {
  const isChat = attachment.type === 'chat';
  return {
    id: essenceOf(attachment) ?? attachment.label,
    name: asName(attachment.label),
    about: isChat ? 'Session' : 'File',
    icon: isChat ? <MessagesSquare aria-hidden /> : <File aria-hidden />,
  };
}
