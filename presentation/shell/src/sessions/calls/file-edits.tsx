import type { FileEdit } from '@loggia/protocol';
import { diffLines, hunksOf, type DiffLine, type Hunk } from '@loggia/protocol/changed-lines';
import { MessageSquareQuote } from 'lucide-react';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { readText } from '../../host/kept-content.ts';
import { IconButton } from '../../ui/button.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { SceneContext } from '../chat/scene.tsx';
import { commentOn } from '../comments/comment-subject.ts';

/** Proposed or completed changes to files. */
export function FileEdits({ edits }: { readonly edits: readonly FileEdit[] }) {
  return (
    <ul className="call-edits">
      {edits.map((edit) => (
        <li key={`${edit.before?.content.uri} ${edit.after?.content.uri}`}>
          <FileDiff edit={edit} />
        </li>
      ))}
    </ul>
  );
}

type Loaded =
  | { readonly kind: 'lines'; readonly of: string; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'failed'; readonly of: string; readonly error: Error };

const signs = { same: ' ', added: '+', removed: '−' } as const;

function FileDiff({ edit }: { readonly edit: FileEdit }) {
  return (
    <figure className="call-diff">
      <figcaption>
        <span>{nameOf(edit)}</span>
        {edit.diff?.added !== undefined && <span className="call-diff-added">+{edit.diff.added}</span>}
        {edit.diff?.removed !== undefined && <span className="call-diff-removed">−{edit.diff.removed}</span>}
        <CommentOnFile edit={edit} />
      </figcaption>
      <EditLines edit={edit} />
    </figure>
  );
}

/** Changed lines that are shown together, with a few around them. */
export type ShownHunk = Extract<Hunk, { readonly lines: unknown }>;
type RenderHead = (hunk: ShownHunk) => ReactNode;

/** The lines alone, where something else names the file. */
export function EditDiff({
  edit,
  renderHead,
}: {
  readonly edit: FileEdit;
  /** Stands above each hunk, which is on its own then. */
  readonly renderHead?: RenderHead;
}) {
  return (
    <div className="call-diff">
      <EditLines edit={edit} renderHead={renderHead} />
    </div>
  );
}

function EditLines({
  edit,
  renderHead,
}: {
  readonly edit: FileEdit;
  readonly renderHead?: RenderHead | undefined;
}) {
  const host = useHost();
  const [latest, setLatest] = useState<Loaded>();
  const [round, setRound] = useState(0);
  const before = edit.before?.content.uri;
  const after = edit.after?.content.uri;
  const of = `${before} ${after} ${round}`;
  const loaded = latest?.of === of ? latest : undefined;
  useEffect(() => {
    let isOver = false;
    const side = (uri: string | undefined) => (uri === undefined ? '' : readText(host, uri));
    Promise.all([side(before), side(after)]).then(
      ([old, fresh]) => !isOver && setLatest({ kind: 'lines', of, lines: diffLines(old, fresh) }),
      (error: unknown) => !isOver && setLatest({ kind: 'failed', of, error: asError(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [host, before, after, of]);
  return (
    <>
      {loaded === undefined && <Skeleton style={{ height: 60 }} />}
      {loaded?.kind === 'failed' && (
        <Failure error={loaded.error} retry={() => setRound((count) => count + 1)} />
      )}
      {loaded?.kind === 'lines' && renderHead === undefined && <DiffText hunks={hunksOf(loaded.lines)} />}
      {loaded?.kind === 'lines' && renderHead !== undefined && (
        <HunkList hunks={hunksOf(loaded.lines)} renderHead={renderHead} />
      )}
    </>
  );
}

/** In a chat alone: comments belong to its session. */
function CommentOnFile({ edit }: { readonly edit: FileEdit }) {
  const scene = useContext(SceneContext);
  const { uri } = edit.after ?? edit.before ?? {};
  if (scene === undefined || uri === undefined) return null;
  const path = pathOf(uri) ?? uri;
  const title = path.split('/').at(-1) || path;
  return (
    <IconButton
      label={`Comment on ${title}`}
      size="small"
      icon={<MessageSquareQuote />}
      onClick={() => commentOn({ resource: uri, title })}
    />
  );
}

/** Hunks one by one, without the lines that did not change between them. */
function HunkList({
  hunks,
  renderHead,
}: {
  readonly hunks: readonly Hunk[];
  readonly renderHead: RenderHead;
}) {
  const shown = hunks.filter((hunk) => 'lines' in hunk);
  return shown.map((hunk) => (
    <div key={`${hunk.before.start} ${hunk.after.start}`} className="call-hunk">
      {renderHead(hunk)}
      <DiffText hunks={[hunk]} />
    </div>
  ));
}

function DiffText({ hunks }: { readonly hunks: readonly Hunk[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <pre className="scroll-area" tabIndex={0} aria-label="Changes">
      {/* Lines have no names but their places, and never move. */}
      {/* oxlint-disable react/no-array-index-key */}
      {hunks.map((hunk, index) =>
        'skipped' in hunk ? (
          <span key={index} className="call-diff-line" data-kind="skipped">
            {`⋯ ${hunk.skipped} unchanged lines\n`}
          </span>
        ) : (
          hunk.lines.map(({ kind, text }, line) => (
            <span key={`${index} ${line}`} className="call-diff-line" data-kind={kind}>
              {`${signs[kind]} ${text}\n`}
            </span>
          ))
        ),
      )}
      {/* oxlint-enable react/no-array-index-key */}
    </pre>
  );
}

function nameOf({ before, after }: FileEdit): string {
  const [from, to] = [pathOf(before?.uri), pathOf(after?.uri)];
  if (to === undefined) return `${from ?? 'A file'} is removed`;
  if (from === undefined) return `${to} is new`;
  return from === to ? to : `${from} → ${to}`;
}

function pathOf(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined;
  try {
    return decodeURIComponent(new URL(uri).pathname) || uri;
  } catch {
    return uri;
  }
}
