import { Check, Clipboard, CloudUpload, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import type { TextDraft, TextDraftState } from './text-draft.ts';

/** Text as it is, to be read or written. The field keeps its own text: a megabyte in React's hands would be slow. */
export function TextEditor({
  draft,
  label,
  isReadOnly,
  isCode = true,
  takesFocus = false,
}: {
  readonly draft: TextDraft;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly isCode?: boolean;
  readonly takesFocus?: boolean;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { round, status } = useReadable(draft);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    // Somebody else's text takes the place of the old one; who reads it stays where they were.
    const { scrollTop, selectionStart, selectionEnd } = current;
    current.value = draft.getSnapshot().text;
    current.setSelectionRange(selectionStart, selectionEnd);
    current.scrollTop = scrollTop;
  }, [draft, round]);
  useEffect(() => {
    const { current } = field;
    return takesFocus && current ? keepFocus(current) : undefined;
  }, [takesFocus]);
  return (
    <div className="renderer-editor">
      {status === 'conflict' && <Conflict draft={draft} />}
      <textarea
        ref={field}
        className="renderer-text scroll-area"
        data-code={isCode}
        aria-label={label}
        readOnly={isReadOnly}
        spellCheck={!isCode}
        autoCapitalize="off"
        autoCorrect="off"
        defaultValue={draft.getSnapshot().text}
        onChange={(event) => draft.edit(event.target.value)}
        onBlur={() => attempt(draft.flush())}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || isReadOnly) return;
          event.preventDefault();
          attempt(draft.flush());
        }}
      />
    </div>
  );
}

/**
 * Puts the caret at the end of the field. A menu that closes gives the focus back to its button, which may happen later,
 * so for a moment nothing but the user takes it away again.
 */
function keepFocus(field: HTMLTextAreaElement): () => void {
  const stop = new AbortController();
  const take = (): void => field.focus();
  take();
  field.setSelectionRange(field.value.length, field.value.length);
  window.addEventListener('focusin', ({ target }) => target !== field && take(), stop);
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, () => stop.abort(), stop);
  const timer = setTimeout(() => stop.abort(), 1000);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function Conflict({ draft }: { readonly draft: TextDraft }) {
  const { error } = useReadable(draft);
  return (
    <div className="renderer-banner">
      <Note
        tone="warning"
        actions={
          <div className="renderer-choices">
            <Button size="small" kind="primary" onClick={() => attempt(draft.keepMine())}>
              Keep mine
            </Button>
            <Button size="small" onClick={() => attempt(draft.takeTheirs())}>
              Take theirs
            </Button>
            <Button size="small" kind="quiet" icon={<Clipboard />} onClick={() => copy(draft)}>
              Copy mine
            </Button>
          </div>
        }
      >
        Somebody else changed this while you were writing. Nothing was overwritten: choose which text stays.
        {error && <div>{error.message}</div>}
      </Note>
    </div>
  );
}

function copy(draft: TextDraft): void {
  attempt(copyText(draft.getSnapshot().text).then(() => tell('Your text was copied.')));
}

const words: Readonly<Record<TextDraftState['status'], string>> = {
  saved: 'Saved',
  waiting: 'Not saved yet',
  saving: 'Saving…',
  conflict: 'Changed by somebody else',
  failed: 'Not saved',
};

/** Whether the text is safe with the host. */
export function SaveState({ draft }: { readonly draft: TextDraft }) {
  const { status, error } = useReadable(draft);
  const isBad = status === 'conflict' || status === 'failed';
  return (
    <span className="renderer-saved" data-tone={isBad ? 'danger' : undefined} role="status">
      {status === 'saved' ? (
        <Check aria-hidden />
      ) : isBad ? (
        <TriangleAlert aria-hidden />
      ) : (
        <CloudUpload aria-hidden />
      )}
      <span title={error?.message}>
        {status === 'failed' ? `${words.failed}: ${error?.message ?? ''}` : words[status]}
      </span>
      {status === 'failed' && (
        <Button size="small" onClick={() => attempt(draft.flush())}>
          Try again
        </Button>
      )}
    </span>
  );
}
