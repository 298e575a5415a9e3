import { Check, Clipboard, CloudUpload, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { LoadingText } from './loading-text.tsx';
import type { TextDraft, TextDraftState } from './text-draft.ts';

const Merge = lazy(async () => ({ default: (await import('../writing/merge-view.tsx')).MergeView }));

/** An editor over a text, and what to decide where somebody else changed the same. */
export function TextEditor({ draft, children }: { readonly draft: TextDraft; readonly children: ReactNode }) {
  const { conflict, text } = useReadable(draft);
  const [isMerging, setMerging] = useState(false);
  return (
    <Suspense fallback={<LoadingText />}>
      <div className="renderer-editor">
        {conflict && !isMerging && <Conflict draft={draft} merge={() => setMerging(true)} />}
        {conflict && isMerging ? (
          <Merge
            versions={{ ...conflict, mine: text }}
            settle={(settled) => {
              setMerging(false);
              attempt(draft.settle(settled));
            }}
            back={() => setMerging(false)}
          />
        ) : (
          children
        )}
      </div>
    </Suspense>
  );
}

function Conflict({ draft, merge }: { readonly draft: TextDraft; readonly merge: () => void }) {
  return (
    <div className="renderer-banner">
      <Note
        tone="warning"
        actions={
          <div className="renderer-choices">
            <Button size="small" kind="primary" onClick={merge}>
              Merge the changes
            </Button>
            <Button size="small" kind="quiet" icon={<Clipboard />} onClick={() => copy(draft)}>
              Copy mine
            </Button>
          </div>
        }
      >
        Someone else changed the same lines while you were writing. Nothing was overwritten.
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
  conflict: 'Needs a merge',
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
