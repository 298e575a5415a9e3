import { useNow } from '../ui/use-now.ts';
import { ago, exactly } from '../ui/when.ts';

/** How long ago it was; the whole date on hovering. */
export function AgoTime({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at, now)}
    </time>
  );
}
