import './renderers.css';
import type { Artifact } from '@loggia/protocol';
import { useDeferredValue, useMemo, useState } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Segments } from '../ui/segments.tsx';
import { Failure, Note } from '../ui/states.tsx';
import { JsonTree } from './json-tree-view.tsx';
import { LoadingText } from './loading-text.tsx';
import { PagedText } from './paged-text.tsx';
import type { RendererProps } from './renderer.ts';
import type { TextDraft } from './text-draft.ts';
import { SaveState, TextEditor } from './text-editor.tsx';
import { longestText, NotExact } from './text-renderer.tsx';
import { useText } from './use-text.ts';

/** What a tree is still made of; what is longer is read by the page. */
const longestTree = 30_000_000;

type Side = 'tree' | 'source';

export function JsonRenderer(props: RendererProps) {
  const { artifact, version } = props;
  // A type of somebody's own keeps what it is about in the context.
  if (!artifact.content) return <ContextTree artifact={artifact} />;
  if (artifact.content.size > longestTree) return <PagedText artifact={artifact} version={version} />;
  return <Document {...props} />;
}

function ContextTree({ artifact }: { readonly artifact: Artifact }) {
  return (
    <div className="renderer">
      <JsonTree value={artifact.context} label={artifact.title} />
    </div>
  );
}

function Document({ artifact, version, mayEdit }: RendererProps) {
  const { draft, isExact, error, again } = useText(artifact, version);
  const [side, setSide] = useState<Side>('tree');
  if (error) {
    return (
      <div className="renderer-banner">
        <Failure error={error} retry={again} />
      </div>
    );
  }
  if (!draft) return <LoadingText />;
  const isLong = (artifact.content?.size ?? 0) > longestText;
  const isWritable = mayEdit && isExact && !isLong;
  return (
    <div className="renderer">
      {!isExact && <NotExact />}
      <div className="renderer-bar">
        <Segments<Side>
          label="How to show it"
          value={side}
          options={[
            { value: 'tree', label: 'Tree' },
            { value: 'source', label: 'Source' },
          ]}
          onChange={setSide}
        />
        <span className="renderer-gap" />
        {isWritable && <SaveState draft={draft} />}
      </div>
      {side === 'tree' ? (
        <Tree draft={draft} title={artifact.title} showSource={() => setSide('source')} />
      ) : isLong ? (
        <PagedText artifact={artifact} version={version} />
      ) : (
        <Source draft={draft} title={artifact.title} isReadOnly={!isWritable} />
      )}
    </div>
  );
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function Tree({
  draft,
  title,
  showSource,
}: {
  readonly draft: TextDraft;
  readonly title: string;
  showSource(): void;
}) {
  const { text } = useReadable(draft);
  const parsed = useMemo(() => parse(text), [text]);
  if ('value' in parsed) return <JsonTree value={parsed.value} label={title} />;
  return (
    <div className="renderer-banner">
      <Note
        tone="warning"
        actions={
          <button
            type="button"
            className="button"
            data-kind="secondary"
            data-size="small"
            onClick={showSource}
          >
            Show the source
          </button>
        }
      >
        {text.trim() === ''
          ? 'There is nothing in this file yet.'
          : `This is no valid JSON. ${parsed.problem}`}
      </Note>
    </div>
  );
}

function Source({
  draft,
  title,
  isReadOnly,
}: {
  readonly draft: TextDraft;
  readonly title: string;
  readonly isReadOnly: boolean;
}) {
  const { text } = useReadable(draft);
  const shown = useDeferredValue(text);
  const parsed = useMemo(() => parse(shown), [shown]);
  return (
    <>
      <TextEditor draft={draft} label={title} isReadOnly={isReadOnly} />
      <div className="renderer-foot" role="status">
        {'value' in parsed ? 'Valid JSON' : parsed.problem}
      </div>
    </>
  );
}
