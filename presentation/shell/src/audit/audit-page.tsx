import './audit.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useNow } from '../ui/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, Empty, Failure, Skeleton, Spinner } from '../ui/states.tsx';
import { exactly } from '../ui/when.ts';
import { AuditDetail } from './audit-detail.tsx';
import type { AuditGroup } from './audit-groups.ts';
import { isFiltered, noFilter, type AuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import {
  basisWord,
  decisionTone,
  decisionWord,
  isProbe,
  methodWord,
  probeWords,
  sentTo,
  sizeWord,
  whenWords,
} from './audit-words.ts';
import { useAudit } from './use-audit.ts';
import { useAuditExport } from './use-audit-export.ts';

/** Everything that people, agents, Views and handlers have asked of servers, and what became of it. */
export function AuditPage({ workspace }: { readonly workspace: string }) {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const [open, setOpen] = useState<AuditGroup>();
  const audit = useAudit(filter);
  const exporting = useAuditExport(filter);
  useCommands([
    {
      id: 'audit.export-jsonl',
      title: 'Export the audit as JSON Lines',
      group: 'Audit',
      run: () => exporting.begin('jsonl'),
    },
    {
      id: 'audit.export-csv',
      title: 'Export the audit as CSV',
      group: 'Audit',
      run: () => exporting.begin('csv'),
    },
  ]);
  return (
    <div className="audit">
      <header className="audit-head">
        <div>
          <h1>Audit</h1>
          <p>
            Calls by people, agents, Views, handlers and API keys, the decision on each, and requests that
            browsers blocked.
          </p>
        </div>
        {exporting.progress ? (
          <div className="audit-exporting" role="status">
            <Spinner label="Exporting" />
            {exporting.progress.kept} of {exporting.progress.seen} records
            <Button size="small" onClick={exporting.cancel}>
              Cancel
            </Button>
          </div>
        ) : (
          <Menu
            trigger={<Button icon={<Download />}>Export</Button>}
            parts={[
              { heading: 'The whole filtered list' },
              { id: 'jsonl', label: 'JSON Lines', run: () => exporting.begin('jsonl') },
              { id: 'csv', label: 'CSV', run: () => exporting.begin('csv') },
            ]}
          />
        )}
      </header>
      <AuditFilters
        workspace={workspace}
        filter={filter}
        records={audit.records}
        views={audit.views}
        onChange={setFilter}
      />
      {audit.error && <Failure error={audit.error} retry={audit.more} />}
      {audit.isFirst && !audit.error ? (
        <div className="audit-loading">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} style={{ height: 36 }} />
          ))}
        </div>
      ) : audit.groups.length === 0 && !audit.hasMore ? (
        <Nothing filter={filter} onClear={() => setFilter(noFilter)} />
      ) : (
        <Records audit={audit} onOpen={setOpen} />
      )}
      <AuditDetail group={open} views={audit.views} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function Nothing({ filter, onClear }: { readonly filter: AuditFilter; onClear(): void }) {
  return isFiltered(filter) ? (
    <Empty
      icon={<ShieldCheck />}
      title="No matching records"
      actions={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Change the filter or clear it to see more.
    </Empty>
  ) : (
    <Empty icon={<ShieldCheck />} title="No records yet">
      Calls appear here once a View is opened or an agent uses a tool.
    </Empty>
  );
}

function Records({
  audit,
  onOpen,
}: {
  readonly audit: ReturnType<typeof useAudit>;
  onOpen(group: AuditGroup): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { groups, views } = audit;
  const now = useNow();
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const rows = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    getItemKey: (index) => groups[index]?.newest.id ?? index,
    overscan: 12,
  });
  return (
    <div ref={scroller} className="audit-rows scroll-area">
      <ol style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const group = groups[index];
          return (
            group && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row group={group} views={views} now={now} onOpen={() => onOpen(group)} />
              </li>
            )
          );
        })}
      </ol>
      <div className="audit-foot" aria-live="polite">
        {audit.isLoading ? (
          <Spinner label="Loading more" />
        ) : audit.hasMore ? (
          <Button onClick={audit.more}>Show older records</Button>
        ) : (
          <span>No older records.</span>
        )}
      </div>
    </div>
  );
}

function Row({
  group,
  views,
  now,
  onOpen,
}: {
  readonly group: AuditGroup;
  readonly views: ReadonlyMap<string, string>;
  readonly now: number;
  onOpen(): void;
}) {
  const { newest: record, records } = group;
  const words = record.reason ?? basisWord(record, views);
  return (
    <button type="button" className="audit-row" onClick={onOpen}>
      <time dateTime={record.at} title={exactly(record.at)}>
        {whenWords(record.at, now)}
      </time>
      <Badge tone={decisionTone(record)}>{decisionWord(record)}</Badge>
      <span className="audit-row-server">{record.serverName}</span>
      <span className="audit-row-method">
        {methodWord(record)}
        {sentTo(record) !== undefined && <b> {sentTo(record)}</b>}
        {records.length > 1 && (
          <span className="audit-row-count">
            <span aria-hidden>×{records.length}</span>
            <span className="unseen">{`${records.length} times`}</span>
          </span>
        )}
      </span>
      <span className="audit-row-reason">{isProbe(record) ? probeWords : words}</span>
      <span className="audit-row-size">{sizeWord(record)}</span>
    </button>
  );
}
