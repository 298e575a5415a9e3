import { Skeleton } from '../ui/states.tsx';

const widths = ['62%', '94%', '88%', '71%', '90%', '45%'];

/** Lines of a text that is on its way. */
export function LoadingText() {
  return (
    <div className="renderer-loading" role="status" aria-label="Loading">
      {widths.map((width) => (
        <Skeleton key={width} style={{ width, height: 14 }} />
      ))}
    </div>
  );
}
