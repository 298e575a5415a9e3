import {
  annotationsUri,
  artifactOfLink,
  type Annotation,
  type AnnotationEntry,
  type StateAction,
} from '@loggia/protocol';
import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showDetails } from '../../details/details-state.ts';
import { useHost } from '../../host/host-context.tsx';
import { Markdown } from '../../renderers/markdown.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { CommentForm } from './comment-form.tsx';
import { linesOf, subjectName } from './comment-words.ts';

/** One comment with its replies. */
export function CommentThread({
  session,
  annotation,
}: {
  readonly session: string;
  readonly annotation: Annotation;
}) {
  const { client } = useHost();
  const [isReplying, setReplying] = useState(false);
  const { id: annotationId, resource, resolved, entries } = annotation;
  const act = (action: StateAction): Promise<unknown> =>
    client.dispatch(annotationsUri(session), action).settled;
  const reply = async (text: string): Promise<void> => {
    const entry = { id: client.environment.newId(), text };
    await act({ type: 'annotations/entrySet', annotationId, entry });
    setReplying(false);
  };
  const remove = async (): Promise<void> => {
    await act({ type: 'annotations/removed', annotationId });
    tell('Comment deleted.', { undo: () => attempt(act({ type: 'annotations/set', annotation })) });
  };
  const name = subjectName(annotation);
  const artifact = artifactOfLink(resource);
  const lines = linesOf(annotation);
  return (
    <article className="comment" aria-label={`Comment on ${name}`} data-resolved={resolved || undefined}>
      <header className="comment-head">
        {artifact === undefined ? (
          <strong className="comment-subject" title={visibly(resource)}>
            {name}
          </strong>
        ) : (
          <button type="button" className="comment-subject" onClick={() => showDetails(artifact)}>
            {name}
          </button>
        )}
        {lines !== undefined && <span className="comment-lines">{lines}</span>}
        {resolved && <span className="comment-lines">Resolved</span>}
        <span className="comments-gap" />
        <IconButton
          label={resolved ? 'Reopen' : 'Resolve'}
          size="small"
          icon={resolved ? <RotateCcw /> : <Check />}
          onClick={() => attempt(act({ type: 'annotations/updated', annotationId, resolved: !resolved }))}
        />
        <IconButton label="Delete comment" size="small" icon={<Trash2 />} onClick={() => attempt(remove())} />
      </header>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {isReplying ? (
        <CommentForm label="Reply" action="Reply" onSend={reply} onCancel={() => setReplying(false)} />
      ) : (
        <Button kind="quiet" size="small" icon={<Reply />} onClick={() => setReplying(true)}>
          Reply
        </Button>
      )}
    </article>
  );
}

function Entry({ entry: { text } }: { readonly entry: AnnotationEntry }) {
  if (typeof text === 'string') return <p className="comment-text">{visibly(text)}</p>;
  return (
    <div className="comment-text">
      <Markdown text={text.markdown} />
    </div>
  );
}
