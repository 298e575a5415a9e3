import type { ChangesetFile } from '@loggia/protocol';
import { isKeptChange, keptLinesOf } from '@loggia/protocol/changed-lines';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/states.tsx';
import type { ShownHunk } from '../calls/file-edits.tsx';
import { linesIn, wordsOf } from './change-words.ts';
import type { Operations } from './use-operations.ts';

/** The place of a hunk, and the buttons that keep or revert it. */
export function HunkHead({
  file,
  hunk,
  operations,
  onLeft,
}: {
  readonly file: ChangesetFile;
  readonly hunk: ShownHunk;
  readonly operations: Operations;
  /** The element that had the focus may be gone. */
  onLeft(): void;
}) {
  const kept = keptLinesOf(file);
  const isWhole = file.reviewed === true;
  const isKept = isWhole || hunk.changed.every((change) => isKeptChange(change, kept));
  const lines = linesIn(hunk);
  const subject = `${lines} of ${wordsOf(file).name}`;
  return (
    <div className="changes-hunk">
      <span className="changes-lines">{lines.replace(/^l/, 'L')}</span>
      {isKept && !isWhole && <Badge tone="success">Kept</Badge>}
      {!isKept && (
        <Button
          kind="quiet"
          size="small"
          disabled={operations.isBusy}
          aria-label={`Keep ${subject}`}
          onClick={() => operations.keep(file, { hunk, onLeft })}
        >
          Keep
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        disabled={operations.isBusy}
        aria-label={`Revert ${subject}`}
        onClick={() => operations.revert(file, { hunk, onLeft })}
      >
        Revert
      </Button>
    </div>
  );
}
