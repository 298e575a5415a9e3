import type { ChangesetFile, ChangesetState } from '@loggia/protocol';
import { keptLinesOf } from '@loggia/protocol/changed-lines';
import { Check, ChevronRight, Undo2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useChannel } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Failure, Note, Skeleton } from '../../ui/states.tsx';
import { EditDiff } from '../calls/file-edits.tsx';
import { useKept } from '../chat/scene.tsx';
import { commonFolder, wordsOf } from './change-words.ts';
import { HunkHead } from './hunk-head.tsx';
import { LineCounts } from './line-counts.tsx';
import { useOperations, type Operations } from './use-operations.ts';

/** The files of a changeset, with their differences, to keep or to revert. */
export function ChangedFiles({
  uri,
  onLeft,
}: {
  readonly uri: string;
  /** The element that had the focus is gone. */
  onLeft(): void;
}) {
  const channel = useChannel<ChangesetState>(uri);
  const operations = useOperations(uri, channel?.state, onLeft);
  if (channel?.phase === 'gone') return <Failure error={channel.error ?? new Error(lost)} />;
  if (channel?.state === undefined) return <Skeleton style={{ height: 80 }} />;
  const { files } = channel.state;
  const common = commonFolder(files);
  const open = files.filter(({ reviewed }) => reviewed !== true);
  return (
    <div className="changes-all">
      <ul className="changes-files">
        {files.map((file) => (
          <li key={file.id}>
            <ChangedFile uri={uri} file={file} common={common} operations={operations} onLeft={onLeft} />
          </li>
        ))}
      </ul>
      {operations.problemOf(undefined) !== undefined && (
        <Note tone="danger">{operations.problemOf(undefined)}</Note>
      )}
      {files.length > 1 && open.length > 0 && (
        <div className="call-actions">
          <Button
            size="small"
            icon={<Check />}
            disabled={operations.isBusy}
            onClick={() => operations.keep()}
          >
            Keep all
          </Button>
          <Button
            size="small"
            icon={<Undo2 />}
            disabled={operations.isBusy}
            onClick={() => operations.revert()}
          >
            {open.length === files.length ? 'Revert all' : 'Revert the rest'}
          </Button>
        </div>
      )}
    </div>
  );
}

const lost = 'The host no longer has the record of these changes.';

function ChangedFile({
  uri,
  file,
  common,
  operations,
  onLeft,
}: {
  readonly uri: string;
  readonly file: ChangesetFile;
  /** The folder that all files are in. */
  readonly common: string;
  readonly operations: Operations;
  onLeft(): void;
}) {
  const [isOpen, setOpen] = useKept(`${uri} ${file.id}`, () => false);
  const inside = useId();
  const line = useRef<HTMLButtonElement>(null);
  const { name, folder, happened, moved } = wordsOf(file, common);
  const { diff } = file.edit;
  const problem = operations.problemOf(file.id);
  const isPartlyKept = file.reviewed !== true && keptLinesOf(file).length > 0;
  return (
    <div className="changes-file" data-subject={file.id}>
      <div className="changes-line">
        <button
          ref={line}
          type="button"
          className="changes-name"
          aria-expanded={isOpen}
          aria-controls={inside}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight className="call-chevron" aria-hidden />
          <span className="changes-title">{name}</span>
          <span className="changes-folder" title={moved ?? folder}>
            {moved ?? folder}
          </span>
          {happened !== undefined && <Badge>{happened}</Badge>}
          {file.reviewed === true && <Badge tone="success">Kept</Badge>}
          <LineCounts added={diff?.added} removed={diff?.removed} />
        </button>
        {file.reviewed !== true && (
          <Button
            kind="quiet"
            size="small"
            disabled={operations.isBusy}
            aria-label={`Keep ${name}`}
            onClick={() => operations.keep(file)}
          >
            Keep
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          disabled={operations.isBusy}
          aria-label={isPartlyKept ? `Revert the rest of ${name}` : `Revert ${name}`}
          onClick={() => operations.revert(file)}
        >
          {isPartlyKept ? 'Revert the rest' : 'Revert'}
        </Button>
      </div>
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div id={inside} className="changes-diff" hidden={!isOpen}>
        {isOpen && (
          <Differences
            file={file}
            operations={operations}
            // The file is gone with the last of its changes.
            onLeft={() => (line.current ? line.current.focus() : onLeft())}
          />
        )}
      </div>
    </div>
  );
}

function Differences({
  file,
  operations,
  onLeft,
}: {
  readonly file: ChangesetFile;
  readonly operations: Operations;
  onLeft(): void;
}) {
  const { edit } = file;
  if (edit.diff === undefined) {
    return <p className="changes-note">The content isn’t text, or is too long to compare here.</p>;
  }
  if (edit.diff.added === 0 && edit.diff.removed === 0) {
    return <p className="changes-note">The lines are the same; only the place or the permissions changed.</p>;
  }
  // A file that is new or gone has a single change: itself.
  if (edit.before === undefined || edit.after === undefined) return <EditDiff edit={edit} />;
  return (
    <EditDiff
      edit={edit}
      renderHead={(hunk) => <HunkHead file={file} hunk={hunk} operations={operations} onLeft={onLeft} />}
    />
  );
}
