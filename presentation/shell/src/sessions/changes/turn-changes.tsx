import './changes.css';
import { expandChangeset, type Changeset, type ChatState } from '@loggia/protocol';
import { ChevronRight, FileDiff, Undo2 } from 'lucide-react';
import { useCallback, useId, useRef, useSyncExternalStore } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Note } from '../../ui/states.tsx';
import { useKept, useScene } from '../chat/scene.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { countOf, knownChanges } from './change-words.ts';
import { LineCounts } from './line-counts.tsx';

/** How much a turn changed in files, which opens to the files themselves. Nothing if it changed nothing. */
export function TurnChanges({ turn }: { readonly turn: string }) {
  const { chat } = useScene();
  const changesets = useCatalog(chat);
  const changes = knownChanges(changesets).get(turn);
  const template = changesets?.find(({ changeKind }) => changeKind === 'turn')?.uriTemplate;
  const uri = template === undefined ? undefined : expandChangeset(template, { turnId: turn });
  const [isOpen, setOpen] = useKept(`${turn} changes`, () => false);
  const line = useRef<HTMLButtonElement>(null);
  const inside = useId();
  if (changes === undefined || uri === undefined) return null;
  const files = changes.files ?? 0;
  return (
    <section className="changes" aria-label="Changes to files">
      {changes.problem !== undefined && <Note tone="warning">{changes.problem}</Note>}
      {files === 0 && changes.problem === undefined && (
        <p className="turn-notice">
          <Undo2 aria-hidden />
          Changes to files were reverted.
        </p>
      )}
      {files > 0 && (
        <button
          ref={line}
          type="button"
          className="call-line"
          aria-expanded={isOpen}
          aria-controls={inside}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="call-icon">
            <FileDiff aria-hidden />
          </span>
          <span className="call-title">{`${countOf(files)} changed`}</span>
          <LineCounts added={changes.additions} removed={changes.deletions} />
          <ChevronRight className="call-chevron" aria-hidden />
        </button>
      )}
      <div id={inside} className="call-inside" hidden={!isOpen || files === 0}>
        {isOpen && files > 0 && <ChangedFiles uri={uri} onLeft={() => line.current?.focus()} />}
      </div>
    </section>
  );
}

/** The chat is on screen already; only its catalog matters here. */
function useCatalog(chat: string): readonly Changeset[] | undefined {
  const { chats } = useHost();
  const view = chats.view<ChatState>(chat);
  return useSyncExternalStore(
    view.subscribe,
    useCallback(() => view.getSnapshot().state?.changesets, [view]),
  );
}
