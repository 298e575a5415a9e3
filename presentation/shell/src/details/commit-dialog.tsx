import './details.css';
import { GitCommitHorizontal } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { isMac } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Failure, Note } from '../ui/states.tsx';
import { tell } from '../ui/toast-queue.ts';
import { CommitModel, type CommitView } from './commit-model.ts';
import { closeCommit } from './details-state.ts';
import { DraftList } from './draft-list.tsx';

/** Makes versions of drafts: which ones, what changes, and a message. */
export function CommitDialog({
  workspace,
  given,
}: {
  readonly workspace: string;
  readonly given: readonly string[];
}) {
  const model = useCommit(workspace, given);
  const view = useReadable(model);
  const { problem, isConflict, message } = view;
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open
      title="Commit"
      description="Each selected draft becomes an immutable version."
      width={780}
      initialFocus={field}
      onClose={closeCommit}
      actions={<CommitActions view={view} commit={() => void model.commit()} />}
    >
      <div className="details-commit">
        {problem && isConflict && (
          <Note
            tone="warning"
            actions={
              <Button size="small" onClick={model.refresh}>
                Refresh
              </Button>
            }
          >
            {problem.message} Nothing was committed. Review the current state, then commit again.
          </Note>
        )}
        {problem && !isConflict && <Failure error={problem} retry={() => void model.commit()} />}
        <Field label="Message" help="What changed and why.">
          {(wiring) => (
            <textarea
              {...wiring}
              ref={field}
              className="input"
              rows={2}
              maxLength={10_000}
              value={message}
              onFocus={(event) => view.isSuggested && event.currentTarget.select()}
              onChange={(event) => model.write(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                void model.commit();
              }}
            />
          )}
        </Field>
        <DraftList
          workspace={workspace}
          reading={view.reading}
          left={view.left}
          toggle={model.toggle}
          choose={model.choose}
          again={model.refresh}
        />
      </div>
    </Dialog>
  );
}

function useCommit(workspace: string, given: readonly string[]): CommitModel {
  const host = useHost();
  const ids = given.join(' ');
  const model = useMemo(
    () =>
      new CommitModel(host, workspace, ids === '' ? [] : ids.split(' '), (message) => {
        tell(message);
        closeCommit();
      }),
    [host, workspace, ids],
  );
  useEffect(() => {
    void model.read();
    return model.stop;
  }, [model]);
  return model;
}

function CommitActions({ view, commit }: { readonly view: CommitView; commit(): void }) {
  const { leftOut, count, isReady, isBusy } = view;
  return (
    <>
      {leftOut > 0 && (
        <span className="details-left-out" role="status">
          {leftOut === 1
            ? '1 draft is left out until it is corrected.'
            : `${leftOut} are left out until they are corrected.`}
        </span>
      )}
      <Button onClick={closeCommit}>Cancel</Button>
      <Button
        kind="primary"
        icon={<GitCommitHorizontal />}
        disabled={!isReady}
        title={isMac ? '⌘ Enter' : 'Ctrl Enter'}
        onClick={commit}
      >
        {isBusy ? 'Committing…' : count > 1 ? `Commit ${count}` : 'Commit'}
      </Button>
    </>
  );
}
