import { lazy, Suspense, type ComponentProps } from 'react';
import { ChatSkeleton } from './chat-skeleton.tsx';

// Transcripts, forms and Markdown are needed once there is a conversation.
const Loaded = lazy(async () => ({ default: (await import('./session-view.tsx')).SessionView }));

export function SessionView(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<ChatSkeleton />}>
      <Loaded {...props} />
    </Suspense>
  );
}
