import './details.css';
import { HostError } from '@loggia/client';
import type { ArtifactSummary, Difference } from '@loggia/protocol';
import { ChevronRight, GitCommitHorizontal, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isMac } from '../commands/use-commands.ts';
import { asError } from '../host/as-error.ts';
import { colorOf } from '../ui/type-lookup.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { suggestMessage } from './commit-message.ts';
import { closeCommit } from './details-state.ts';
import { DifferenceView, summaryOf } from './difference-view.tsx';

interface Offered {
  readonly summary: ArtifactSummary;
  readonly difference: Difference | undefined;
  readonly problems: readonly string[];
}

type Reading =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly offered: readonly Offered[]; readonly isMore: boolean }
  | { readonly status: 'failed'; readonly error: Error };

/** A commit is for people to look at; whoever has more drafts commits them in several. */
const mostOffered = 200;

/** Makes versions of drafts: which ones, what changes, and a message. */
export function CommitDialog({
  workspace,
  given,
}: {
  readonly workspace: string;
  readonly given: readonly string[];
}) {
  const host = useHost();
  const [reading, again] = useDrafts(host, workspace, given);
  const [unchosen, setUnchosen] = useState<ReadonlySet<string>>();
  const [typed, setTyped] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const field = useRef<HTMLTextAreaElement>(null);
  const offered = useMemo(() => (reading.status === 'ready' ? reading.offered : []), [reading]);
  // Without any that were given, all of them are meant.
  const left =
    unchosen ??
    new Set(offered.map(({ summary }) => summary.id).filter((id) => given.length > 0 && !given.includes(id)));
  const chosen = offered.filter(({ summary }) => !left.has(summary.id));
  const ready = chosen.filter(({ problems }) => problems.length === 0);
  const message =
    typed ?? suggestMessage(ready.map(({ summary, difference }) => ({ title: summary.title, difference })));
  const isReady = ready.length > 0 && message.trim() !== '' && !isBusy;
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setUnchosen(next);
  };
  const commit = async (): Promise<void> => {
    if (!isReady) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { commit: made } = await host.ask('x-loggia/commitArtifacts', {
        artifacts: ready.map(({ summary: { id, revision } }) => ({ id, ifRevision: revision })),
        message: message.trim(),
      });
      const count = made.artifacts.length;
      tell(
        `Committed ${count === 1 ? 'one artifact' : `${count} artifacts`}: ${made.message.split('\n', 1)[0]}`,
      );
      closeCommit();
    } catch (error) {
      setProblem(asError(error));
    } finally {
      setIsBusy(false);
    }
  };
  const isConflict = problem instanceof HostError && problem.kind === 'Conflict';
  const leftOut = chosen.length - ready.length;
  // Whoever was faster than what there is to commit need not ask again; what is left out, they have to see first.
  const asked = useRef<() => Promise<void>>(undefined);
  const isRead = reading.status !== 'loading';
  useEffect(() => {
    asked.current = isAsked && leftOut === 0 ? commit : undefined;
  });
  useEffect(() => {
    if (isRead) void asked.current?.();
  }, [isRead]);
  return (
    <Dialog
      open
      title="Commit"
      description="Each draft that is chosen becomes a version that never changes."
      width={780}
      initialFocus={field}
      onClose={closeCommit}
      actions={
        <>
          {leftOut > 0 && (
            <span className="details-left-out" role="status">
              {leftOut === 1
                ? 'One is left out until it is corrected.'
                : `${leftOut} are left out until they are corrected.`}
            </span>
          )}
          <Button onClick={closeCommit}>Cancel</Button>
          <Button
            kind="primary"
            icon={<GitCommitHorizontal />}
            disabled={!isReady}
            title={isMac ? '⌘ Enter' : 'Ctrl Enter'}
            onClick={() => void commit()}
          >
            {isBusy || (isAsked && !isRead)
              ? 'Committing…'
              : ready.length > 1
                ? `Commit ${ready.length}`
                : 'Commit'}
          </Button>
        </>
      }
    >
      <div className="details-commit">
        {problem && isConflict && (
          <Note
            tone="warning"
            actions={
              <Button
                size="small"
                onClick={() => {
                  setProblem(undefined);
                  again();
                }}
              >
                Look again
              </Button>
            }
          >
            {problem.message} Nothing was committed. Look at what is there now, then commit it.
          </Note>
        )}
        {problem && !isConflict && <Failure error={problem} retry={() => void commit()} />}
        <Field label="Message" help="What changed, and why, for whoever looks back.">
          {(wiring) => (
            <textarea
              {...wiring}
              ref={field}
              className="input"
              rows={2}
              maxLength={10_000}
              value={message}
              onFocus={(event) => typed === undefined && event.currentTarget.select()}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                if (isRead) void commit();
                else setIsAsked(true);
              }}
            />
          )}
        </Field>
        <Drafts
          workspace={workspace}
          reading={reading}
          left={left}
          toggle={toggle}
          choose={setUnchosen}
          again={again}
        />
      </div>
    </Dialog>
  );
}

function Drafts({
  workspace,
  reading,
  left,
  toggle,
  choose,
  again,
}: {
  readonly workspace: string;
  readonly reading: Reading;
  readonly left: ReadonlySet<string>;
  toggle(id: string): void;
  choose(left: ReadonlySet<string>): void;
  again(): void;
}) {
  if (reading.status === 'failed') return <Failure error={reading.error} retry={again} />;
  if (reading.status === 'loading') return <Skeleton style={{ height: 160 }} />;
  const { offered, isMore } = reading;
  if (offered.length === 0) {
    return (
      <Empty icon={<GitCommitHorizontal />} title="There are no drafts">
        Everything is committed. Change something, and it can be committed here.
      </Empty>
    );
  }
  const all = offered.map(({ summary }) => summary.id);
  return (
    <fieldset className="details-drafts">
      <legend className="unseen">Drafts</legend>
      {offered.length > 1 && (
        <label className="details-check details-all">
          <input
            type="checkbox"
            checked={left.size === 0}
            ref={(box) => {
              if (box) box.indeterminate = left.size > 0 && left.size < all.length;
            }}
            onChange={(event) => choose(new Set(event.target.checked ? [] : all))}
          />
          {all.length - left.size} of {all.length} drafts
        </label>
      )}
      <ul>
        {offered.map((draft) => (
          <Draft
            key={draft.summary.id}
            workspace={workspace}
            draft={draft}
            isChosen={!left.has(draft.summary.id)}
            toggle={() => toggle(draft.summary.id)}
            isOnly={offered.length === 1}
          />
        ))}
      </ul>
      {isMore && (
        <p className="details-muted">There are more drafts. They are offered once these are committed.</p>
      )}
    </fieldset>
  );
}

function Draft({
  workspace,
  draft: { summary, difference, problems },
  isChosen,
  isOnly,
  toggle,
}: {
  readonly workspace: string;
  readonly draft: Offered;
  readonly isChosen: boolean;
  readonly isOnly: boolean;
  toggle(): void;
}) {
  const type = useWorkspace(workspace)?.state?.types.find(({ mime }) => mime === summary.type);
  const color = colorOf(type?.color);
  const [isOpen, setIsOpen] = useState(isOnly);
  return (
    <li
      className="details-draft"
      data-problem={problems.length > 0}
      style={color === undefined ? {} : { ['--type-color' as string]: color }}
    >
      <div className="details-draft-head">
        <label className="details-check">
          <input type="checkbox" checked={isChosen} onChange={toggle} />
          <TypeIcon type={type} size="small" />
          <span className="details-draft-title">{summary.title}</span>
        </label>
        <button
          type="button"
          className="details-draft-more"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="unseen">{`What changes in ${summary.title}: `}</span>
          {difference && summaryOf(difference)}
          <ChevronRight aria-hidden data-open={isOpen} />
        </button>
      </div>
      {problems.map((text) => (
        <p key={text} className="details-draft-problem">
          <TriangleAlert aria-hidden /> {text}
        </p>
      ))}
      {isOpen && difference && (
        <div className="details-draft-body">
          <DifferenceView difference={difference} />
        </div>
      )}
    </li>
  );
}

function useDrafts(
  host: ShellHost,
  workspace: string,
  given: readonly string[],
): readonly [Reading, () => void] {
  const [round, setRound] = useState(0);
  const [reading, setReading] = useState<Reading>({ status: 'loading' });
  const wanted = given.join(' ');
  useEffect(() => {
    let isWanted = true;
    readDrafts(host, workspace, wanted === '' ? [] : wanted.split(' ')).then(
      (read) => isWanted && setReading({ status: 'ready', ...read }),
      (error: unknown) => isWanted && setReading({ status: 'failed', error: asError(error) }),
    );
    return () => void (isWanted = false);
  }, [host, workspace, wanted, round]);
  return [reading, () => setRound((before) => before + 1)];
}

/** First what was asked for, then the other drafts of the workspace. */
async function readDrafts(
  host: ShellHost,
  workspace: string,
  given: readonly string[],
): Promise<{ readonly offered: readonly Offered[]; readonly isMore: boolean }> {
  const page = await host.ask('x-loggia/listArtifacts', { workspace, states: ['draft'], limit: mostOffered });
  const known = new Map<string, ArtifactSummary>(page.artifacts.map((summary) => [summary.id, summary]));
  for (const id of given.slice(0, mostOffered)) {
    if (known.has(id)) continue;
    const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
    if (artifact.state === 'draft') known.set(id, artifact);
  }
  const summaries = [...known.values()].toSorted(
    (a, b) => Number(given.includes(b.id)) - Number(given.includes(a.id)),
  );
  if (summaries.length === 0) return { offered: [], isMore: false };
  const preview = await host.ask('x-loggia/previewCommit', { artifacts: summaries.map(({ id }) => id) });
  const differences = new Map(preview.differences.map((difference) => [difference.artifact, difference]));
  const offered = summaries.map((summary) => ({
    summary,
    difference: differences.get(summary.id),
    problems: preview.problems
      .filter(({ artifact }) => artifact === summary.id)
      .map(({ path, message }) => (path === undefined || path === '' ? message : `${path}: ${message}`)),
  }));
  return { offered, isMore: page.nextCursor !== undefined };
}
