import { useNow } from './use-now.ts';
import { ago, exactly } from './when.ts';

/** How long ago it was, kept true while it is on screen; the whole date on hovering. */
export function TimeAgo({ at, className }: { readonly at: string; readonly className?: string }) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={exactly(at)}>
      {ago(at, now)}
    </time>
  );
}
