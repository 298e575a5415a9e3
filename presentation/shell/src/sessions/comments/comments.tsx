import './comments.css';
import { annotationsUri, titledAnnotation, type Annotation, type ChatState } from '@loggia/protocol';
import { ChevronDown, Send } from 'lucide-react';
import { useState } from 'react';
import { runCommand } from '../../commands/command-registry.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { asName } from '../../ui/foreign-words.ts';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { draftIn } from '../composer/drafts.ts';
import { CommentForm } from './comment-form.tsx';
import type { CommentSubject } from './comment-subject.ts';
import { CommentThread } from './comment-thread.tsx';
import { withComments } from './comment-words.ts';

/** The comments of a session. */
export function Comments({
  session,
  chat,
  annotations,
  error,
  subject,
  onSubjectDone,
  onHide,
}: {
  readonly session: string;
  readonly chat: string | undefined;
  /** Undefined while they are loaded. */
  readonly annotations: readonly Annotation[] | undefined;
  readonly error: Error | undefined;
  /** The subject of the comment that is being written. */
  readonly subject: CommentSubject | undefined;
  /** It was added, or given up. */
  onSubjectDone(): void;
  onHide(): void;
}) {
  const host = useHost();
  const { client } = host;
  const [showsResolved, setShowsResolved] = useState(false);
  const open = (annotations ?? []).filter(({ resolved }) => !resolved);
  const resolvedCount = (annotations?.length ?? 0) - open.length;
  const shown = showsResolved ? (annotations ?? []) : open;
  const add = async (text: string): Promise<void> => {
    if (subject === undefined) return;
    const turnId = chat === undefined ? undefined : lastTurn(host.chats.view<ChatState>(chat).state);
    const annotation: Annotation = {
      id: client.environment.newId(),
      origin: { session, ...(chat !== undefined && { chat }), ...(turnId !== undefined && { turnId }) },
      resource: subject.resource,
      resolved: false,
      entries: [{ id: client.environment.newId(), text }],
      _meta: titledAnnotation(subject.title),
    };
    await client.dispatch(annotationsUri(session), { type: 'annotations/set', annotation }).settled;
    onSubjectDone();
  };
  const send = (): void => {
    if (chat === undefined) return;
    const draft = draftIn(host, chat);
    draft.edit({ attachments: withComments(draft.getSnapshot().attachments, session, open) });
    runCommand('session.write');
  };
  return (
    <section className="comments" aria-label="Comments of this session">
      <header className="comments-head">
        <h3>Comments</h3>
        {resolvedCount > 0 && (
          <Button
            kind="quiet"
            size="small"
            pressed={showsResolved}
            onClick={() => setShowsResolved(!showsResolved)}
          >
            {`Resolved (${resolvedCount})`}
          </Button>
        )}
        <span className="comments-gap" />
        {open.length > 0 && chat !== undefined && (
          <Button size="small" icon={<Send />} onClick={send}>
            Send to the agent
          </Button>
        )}
        <IconButton label="Hide comments" size="small" icon={<ChevronDown />} onClick={onHide} />
      </header>
      <div className="comments-body scroll-area">
        {error !== undefined && <Failure error={error} />}
        {subject !== undefined && (
          <div className="comment">
            <strong className="comment-subject">{asName(subject.title)}</strong>
            <CommentForm label="Comment" action="Add comment" onSend={add} onCancel={onSubjectDone} />
          </div>
        )}
        {annotations === undefined && error === undefined && <Skeleton style={{ height: 40 }} />}
        {annotations !== undefined && shown.length === 0 && subject === undefined && (
          <p className="comments-empty">
            No open comments. Choose “Comment…” in the menu of an artifact, or beside a file that the agent
            changed.
          </p>
        )}
        <ul className="comments-list">
          {shown.map((annotation) => (
            <li key={annotation.id}>
              <CommentThread session={session} annotation={annotation} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function lastTurn(chat: ChatState | undefined): string | undefined {
  return (chat?.activeTurn ?? chat?.turns.at(-1))?.id;
}
