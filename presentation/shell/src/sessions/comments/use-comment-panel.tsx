import { annotationsUri, type AnnotationsState, type SessionState } from '@loggia/protocol';
import { MessageSquareQuote } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useCommands } from '../../commands/use-commands.ts';
import { useChannel, useReadable } from '../../host/use-channel.ts';
import { IconButton } from '../../ui/button.tsx';
import { subjectToComment, takeSubject } from './comment-subject.ts';

const Comments = lazy(async () => ({ default: (await import('./comments.tsx')).Comments }));

/** The session's comments: the button that opens them, and the panel once it did. */
export function useCommentPanel(
  session: string,
  { annotations }: SessionState,
  chat: string | undefined,
): { readonly button: ReactNode; readonly panel: ReactNode } {
  const [wasOpened, setWasOpened] = useState(false);
  const subject = useReadable(subjectToComment);
  const isOpen = wasOpened || subject !== undefined;
  // The host stores the channel when somebody looks at it; most sessions have no comments.
  const isWanted = isOpen || (annotations?.annotationCount ?? 0) > 0;
  const channel = useChannel<AnnotationsState>(isWanted ? annotationsUri(session) : undefined);
  const all = channel?.state?.annotations;
  const open = (all ?? []).filter(({ resolved }) => !resolved).length;
  const show = (opened: boolean): void => {
    takeSubject();
    setWasOpened(opened);
  };
  const toggle = (): void => show(!isOpen);
  useCommands([{ id: 'session.comments', title: 'Show or hide comments', group: 'Session', run: toggle }]);
  const label = isOpen ? 'Hide comments' : open === 0 ? 'Comments' : `Comments, ${open} open`;
  return {
    button: (
      <IconButton
        label={label}
        size="small"
        className="comments-button"
        icon={<MessageSquareQuote />}
        aria-expanded={isOpen}
        {...(open > 0 && { 'data-count': open > 99 ? '99+' : open })}
        onClick={toggle}
      />
    ),
    panel: isOpen && (
      <Suspense fallback={null}>
        <Comments
          session={session}
          chat={chat}
          annotations={all}
          error={channel?.error}
          subject={subject}
          onSubjectDone={() => show(true)}
          onHide={() => show(false)}
        />
      </Suspense>
    ),
  };
}
