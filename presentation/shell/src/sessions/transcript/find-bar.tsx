import type { Hit } from '@loggia/protocol';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useEffect } from 'react';
import { useAnswer } from '../../host/use-answer.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { findRows, nextMatch } from './find.ts';
import type { Row } from './rows.ts';

/** Searches the turns that are loaded, and asks the host about the others. */
export function FindBar({
  workspace,
  chat,
  rows,
  hasMore,
  query,
  current,
  onQuery,
  onMatch,
  onTurn,
  onClose,
}: {
  readonly workspace: string;
  readonly chat: string;
  readonly rows: readonly Row[];
  /** Whether older turns are not loaded. */
  readonly hasMore: boolean;
  readonly query: string;
  readonly current: string | undefined;
  onQuery(query: string): void;
  onMatch(row: string): void;
  onTurn(turn: string): void;
  onClose(): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const calm = useDeferredValue(query);
  const found = useMemo(() => findRows(rows, calm), [rows, calm]);
  const wanted = calm.trim();
  const { value } = useAnswer(
    'x-loggia/search',
    hasMore && wanted.length > 1 ? { query: wanted, kinds: ['message'], workspace, limit: 50 } : undefined,
  );
  const elsewhere = useMemo(() => {
    if (!hasMore || wanted.length < 2) return [];
    const loaded = new Set(rows.flatMap((row) => (row.kind === 'message' ? [row.turn.id] : [])));
    return (value?.hits ?? []).filter(
      (hit): hit is Extract<Hit, { kind: 'message' }> =>
        hit.kind === 'message' && hit.chat === chat && !loaded.has(hit.turn),
    );
  }, [value, rows, chat, hasMore, wanted]);
  useEffect(() => input.current?.select(), []);
  const step = (by: 1 | -1): void => {
    const match = nextMatch(found, current, by);
    if (match !== undefined) onMatch(match);
  };
  const at = current === undefined ? -1 : found.indexOf(current);
  const [oldest] = elsewhere;
  return (
    <div className="find-bar" role="search">
      <input
        ref={input}
        className="input"
        type="search"
        aria-label="Find in this chat"
        placeholder="Find in this chat"
        autoFocus
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter') {
            event.preventDefault();
            step(event.shiftKey ? 1 : -1);
          }
        }}
      />
      <span className="find-count" role="status">
        {wanted === ''
          ? ''
          : found.length === 0
            ? 'No matches'
            : at < 0
              ? `${found.length}`
              : `${at + 1} of ${found.length}`}
      </span>
      {oldest !== undefined && (
        <Button size="small" onClick={() => onTurn(oldest.turn)}>
          {`${elsewhere.length} further up`}
        </Button>
      )}
      <IconButton label="Previous match" size="small" icon={<ChevronUp />} onClick={() => step(-1)} />
      <IconButton label="Next match" size="small" icon={<ChevronDown />} onClick={() => step(1)} />
      <IconButton label="Close search" size="small" icon={<X />} onClick={onClose} />
    </div>
  );
}
