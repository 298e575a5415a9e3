import './changes.css';
import { changesetOfSession, type ChangesSummary } from '@loggia/protocol';
import { FileDiff } from 'lucide-react';
import { useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { countOf } from './change-words.ts';
import { LineCounts } from './line-counts.tsx';

/** All files that the turns of a session changed, with their differences, to keep or to revert. */
export function SessionChanges({
  session,
  changes,
  onClose,
}: {
  readonly session: string;
  /** Undefined while nothing changed. */
  readonly changes: ChangesSummary | undefined;
  onClose(): void;
}) {
  const body = useRef<HTMLDivElement>(null);
  const files = changes?.files ?? 0;
  return (
    <Dialog
      open
      title="Changes to files"
      width={920}
      {...(files > 0 && {
        description: (
          <span className="changes-sum">
            {`${countOf(files)} changed in this session`}
            <LineCounts added={changes?.additions} removed={changes?.deletions} />
          </span>
        ),
      })}
      onClose={onClose}
    >
      <div ref={body} className="changes-session" tabIndex={-1}>
        {files === 0 ? (
          <Empty icon={<FileDiff aria-hidden />} title="No changes">
            Files that the agent creates, changes, moves or deletes in the folders of this session are listed
            here.
          </Empty>
        ) : (
          <ChangedFiles uri={changesetOfSession(session)} onLeft={() => body.current?.focus()} />
        )}
      </div>
    </Dialog>
  );
}
