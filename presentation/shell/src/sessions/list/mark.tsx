import { markOf, markWords } from '../../session-list/session-marks.ts';

/** A small sign for what deserves a look; nothing where nothing does. */
export function Mark({ status }: { readonly status: number }) {
  const mark = markOf(status);
  if (mark === undefined) return null;
  return (
    <span className="mark" data-mark={mark} title={markWords[mark]}>
      <span className="unseen">{markWords[mark]}</span>
    </span>
  );
}
