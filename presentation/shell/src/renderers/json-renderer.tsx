import './renderers.css';
import type { Artifact } from '@loggia/protocol';
import { useMemo } from 'react';
import { asError } from '../host/as-error.ts';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/states.tsx';
import { JsonTree } from './json-tree-view.tsx';
import type { RendererProps } from './renderer.ts';
import { TextBar, TextDocument, TextSource, TwoSides } from './text-document.tsx';
import type { TextDraft } from './text-draft.ts';

/** The longest text that is parsed as a tree. */
const longestTree = 30_000_000;

export function JsonRenderer(props: RendererProps) {
  const { artifact, mayEdit } = props;
  // A custom type keeps its data in the context; only an artifact with neither can be started here.
  const isEmpty = Object.keys(artifact.context).length === 0;
  if (!artifact.content && !(mayEdit && isEmpty)) return <ContextTree artifact={artifact} />;
  return (
    <TextDocument {...props} longest={longestTree}>
      {(text) => (
        <TwoSides text={text} label="Tree" source={<TextSource text={text} as="json" />}>
          {(sides, showSource) => (
            <>
              <TextBar text={text}>{sides}</TextBar>
              <Tree draft={text.draft} title={artifact.title} showSource={showSource} />
            </>
          )}
        </TwoSides>
      )}
    </TextDocument>
  );
}

function ContextTree({ artifact }: { readonly artifact: Artifact }) {
  return (
    <div className="renderer">
      <JsonTree value={artifact.context} label={artifact.title} />
    </div>
  );
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: asError(error).message };
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
          <Button size="small" onClick={showSource}>
            Show the source
          </Button>
        }
      >
        {text.trim() === '' ? 'This file is empty.' : `This isn’t valid JSON. ${parsed.problem}`}
      </Note>
    </div>
  );
}
