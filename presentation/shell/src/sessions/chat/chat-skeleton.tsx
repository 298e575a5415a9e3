import { Skeleton } from '../../ui/states.tsx';

/** A chat, before it is there. */
export function ChatSkeleton() {
  return (
    <div className="chat-skeleton" role="status" aria-label="Loading the chat">
      <Skeleton style={{ width: '46%', height: 40, marginLeft: 'auto' }} />
      <Skeleton style={{ width: '82%', height: 16 }} />
      <Skeleton style={{ width: '74%', height: 16 }} />
      <Skeleton style={{ width: '60%', height: 16 }} />
    </div>
  );
}
