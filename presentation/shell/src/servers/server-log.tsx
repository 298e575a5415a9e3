import type { ServerLogEntry, ServerReport } from '@loggia/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Copy, Download, Pause, Play, ScrollText } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { save } from '../host/save-file.ts';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { useEvery } from '../ui/use-every.ts';
import { exactly } from '../ui/when.ts';
import { LogFollower } from './log-follower.ts';
import { filterLog, logText, type LogFilter } from './log-tail.ts';
import type { Servers } from './use-servers.ts';

const pollMs = 2000;

/** The server's output and the host's messages about it, live. */
export function ServerLog({ report, servers }: { readonly report: ServerReport; readonly servers: Servers }) {
  const { tail, error, isFollowing, setFollowing, again } = useLog(report.id, servers.scope.session);
  const [filter, setFilter] = useState<LogFilter>({ text: '', from: 'all' });
  if (error && tail === undefined) return <Failure error={error} retry={again} />;
  if (tail === undefined) return <Skeleton style={{ height: 200 }} />;
  const shown = filterLog(tail.entries, filter);
  return (
    <div className="server-log">
      <div className="server-log-tools">
        <input
          className="input"
          type="search"
          aria-label="Filter the log"
          placeholder="Filter"
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <select
          className="input"
          aria-label="Source"
          value={filter.from}
          onChange={(event) => setFilter({ ...filter, from: event.target.value as LogFilter['from'] })}
        >
          <option value="all">Everything</option>
          <option value="stderr">Process output</option>
          <option value="server">Log messages</option>
          <option value="host">Host messages</option>
        </select>
        <Button
          icon={isFollowing ? <Pause /> : <Play />}
          onClick={() => setFollowing(!isFollowing)}
          pressed={isFollowing}
        >
          {isFollowing ? 'Following' : 'Follow'}
        </Button>
        <Button
          icon={<Copy />}
          aria-label="Copy visible lines"
          onClick={() => attempt(copyText(logText(shown)).then(() => tell('Copied.')))}
        />
        <Button
          icon={<Download />}
          aria-label="Download visible lines"
          onClick={() => save(`${report.name}.log`, [logText(shown)])}
        />
      </div>
      {error && <Failure error={error} retry={again} />}
      {tail.dropped > 0 && <p className="servers-hint">{tail.dropped} older lines are not kept.</p>}
      {shown.length === 0 ? (
        <Empty icon={<ScrollText />} title={tail.entries.length === 0 ? 'Nothing yet' : 'No matching lines'}>
          {tail.entries.length === 0
            ? 'The server’s output appears here as it is written.'
            : 'Change the filter to see more.'}
        </Empty>
      ) : (
        <LogLines entries={shown} follows={isFollowing} />
      )}
    </div>
  );
}

function useLog(server: string, session: string | undefined) {
  const host = useHost();
  const follower = useMemo(
    () =>
      new LogFollower((after) =>
        host.ask('x-loggia/serverLogs', {
          server,
          ...(session !== undefined && { session }),
          ...(after === undefined ? { limit: 2000 } : { after }),
        }),
      ),
    [host, server, session],
  );
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => void follower.look(), [follower]);
  useEvery(pollMs, () => {
    if (isFollowing) void follower.look();
  });
  const { tail, error } = useSyncExternalStore(follower.subscribe, follower.getSnapshot);
  return { tail, error, isFollowing, setFollowing, again: () => void follower.look() };
}

function LogLines({
  entries,
  follows,
}: {
  readonly entries: readonly ServerLogEntry[];
  readonly follows: boolean;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const lines = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    getItemKey: (index) => entries[index]?.seq ?? index,
    overscan: 20,
  });
  const count = entries.length;
  useEffect(() => {
    if (follows && count > 0) lines.scrollToIndex(count - 1, { align: 'end' });
  }, [follows, count, lines]);
  return (
    <div
      ref={scroller}
      className="server-log-lines scroll-area"
      role="log"
      aria-live="off"
      aria-label="Log"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
    >
      <div style={{ height: lines.getTotalSize(), position: 'relative' }}>
        {lines.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <div
                key={key}
                ref={lines.measureElement}
                data-index={index}
                className="server-log-line"
                data-from={entry.from}
                data-level={entry.level}
                style={{ transform: `translateY(${start}px)` }}
              >
                <time dateTime={entry.at} title={exactly(entry.at)}>
                  {entry.at.slice(11, 19)}
                </time>
                <span>{entry.text}</span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
