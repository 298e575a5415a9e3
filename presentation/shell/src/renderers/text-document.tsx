import { createElement, lazy, useState, type ReactNode } from 'react';
import { Segments } from '../ui/segments.tsx';
import { Note } from '../ui/states.tsx';
import { isFresh as isFreshArtifact } from '../artifacts/fresh.ts';
import { LoadingText } from './loading-text.tsx';
import { NotRead } from './not-shown.tsx';
import { PagedText } from './paged-text.tsx';
import type { RendererProps } from './renderer.ts';
import type { TextDraft } from './text-draft.ts';
import { SaveState, TextEditor } from './text-editor.tsx';
import { useText } from './use-text.ts';

/** Longer texts are read by the page. */
const longestText = 1_000_000;

const sizeOf = ({ content }: RendererProps['artifact']): number => content?.size ?? 0;

export interface OpenText {
  readonly artifact: RendererProps['artifact'];
  readonly version: number | undefined;
  readonly draft: TextDraft;
  readonly isWritable: boolean;
  /** Just created here: it opens ready to type. */
  readonly isFresh: boolean;
}

/** A text once it is here; by the page if it is longer than `longest`, which is what can still be shown at once. */
export function TextDocument({
  longest = longestText,
  ...props
}: RendererProps & { readonly longest?: number; children(text: OpenText): ReactNode }) {
  const { artifact, version } = props;
  const isLong = sizeOf(artifact) > longest;
  return isLong ? <PagedText artifact={artifact} version={version} /> : <WholeText {...props} />;
}

function WholeText({
  artifact,
  version,
  mayEdit,
  children,
}: RendererProps & { children(text: OpenText): ReactNode }) {
  const { draft, isExact, error, again } = useText(artifact, version);
  const [isFresh] = useState(() => isFreshArtifact(artifact.id));
  if (error) return <NotRead error={error} again={again} />;
  if (!draft) return <LoadingText />;
  const isWritable = mayEdit && isExact && sizeOf(artifact) <= longestText;
  return (
    <div className="renderer">
      {!isExact && <NotExact />}
      {children({ artifact, version, draft, isWritable, isFresh: isFresh && isWritable })}
    </div>
  );
}

/** For texts that would lose bytes by being saved. */
function NotExact() {
  return (
    <div className="renderer-banner">
      <Note tone="info">Parts of this file aren’t valid UTF-8 (shown as �), so it is read-only here.</Note>
    </div>
  );
}

export function TextBar({
  text: { draft, isWritable },
  children,
}: {
  readonly text: OpenText;
  readonly children?: ReactNode;
}) {
  return (
    <div className="renderer-bar">
      {children}
      <span className="renderer-gap" />
      {isWritable && <SaveState draft={draft} />}
    </div>
  );
}

const Editors = {
  source: lazy(async () => ({ default: (await import('./source-editor.tsx')).SourceEditor })),
  json: lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor })),
};

/** The source of a text, for reading or writing. */
export function TextSource({
  text,
  as = 'source',
}: {
  readonly text: OpenText;
  readonly as?: keyof typeof Editors;
}) {
  const { artifact, version, draft } = text;
  if (sizeOf(artifact) > longestText) return <PagedText artifact={artifact} version={version} />;
  return <TextEditor draft={draft}>{createElement(Editors[as], { text })}</TextEditor>;
}

type Side = 'meaning' | 'source';

/** There is nothing to read in an empty text. */
export function startsWriting({ isWritable, isFresh, draft }: OpenText): boolean {
  return isWritable && (isFresh || draft.getSnapshot().text.trim() === '');
}

/** A text in its rendered form and as source; the bar of both has the switch. */
export function TwoSides({
  text,
  label,
  sourceLabel = 'Source',
  source,
  children,
}: {
  readonly text: OpenText;
  /** The label of the rendered form. */
  readonly label: string;
  readonly sourceLabel?: string;
  readonly source?: ReactNode;
  children(sides: ReactNode, showSource: () => void): ReactNode;
}) {
  const [side, setSide] = useState<Side>(() => (startsWriting(text) ? 'source' : 'meaning'));
  const sides = (
    <Segments<Side>
      label="Display"
      value={side}
      options={[
        { value: 'meaning', label },
        { value: 'source', label: sourceLabel },
      ]}
      onChange={setSide}
    />
  );
  if (side === 'meaning') return children(sides, () => setSide('source'));
  return (
    <>
      <TextBar text={text}>{sides}</TextBar>
      {source ?? <TextSource text={text} />}
    </>
  );
}
