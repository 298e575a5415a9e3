import './renderers.css';
import { Failure, Note } from '../ui/states.tsx';
import { LoadingText } from './loading-text.tsx';
import { PagedText } from './paged-text.tsx';
import type { RendererProps } from './renderer.ts';
import { SaveState, TextEditor } from './text-editor.tsx';
import { useText } from './use-text.ts';

/** Longer texts are read by the page. */
export const longestText = 1_000_000;

export function TextRenderer(props: RendererProps) {
  const { artifact, version } = props;
  const isLong = (artifact.content?.size ?? 0) > longestText;
  return isLong ? <PagedText artifact={artifact} version={version} /> : <WholeText {...props} />;
}

function WholeText({ artifact, version, mayEdit }: RendererProps) {
  const { draft, isExact, error, again } = useText(artifact, version);
  if (error) {
    return (
      <div className="renderer-banner">
        <Failure error={error} retry={again} />
      </div>
    );
  }
  if (!draft) return <LoadingText />;
  const isWritable = mayEdit && isExact;
  return (
    <div className="renderer">
      {!isExact && <NotExact />}
      {isWritable && (
        <div className="renderer-bar">
          <span className="renderer-gap" />
          <SaveState draft={draft} />
        </div>
      )}
      <TextEditor draft={draft} label={artifact.title} isReadOnly={!isWritable} />
    </div>
  );
}

/** For texts that would lose something by being saved. */
export function NotExact() {
  return (
    <div className="renderer-banner">
      <Note tone="info">
        Some of this file is no UTF-8 text and is shown as �. It can be read here, and not be edited.
      </Note>
    </div>
  );
}
