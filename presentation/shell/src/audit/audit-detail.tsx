import { allowedWords, who } from '@loggia/client';
import { readAuthor, type AuditRecord } from '@loggia/protocol';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSessionSummary } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { bytes } from '../ui/bytes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Badge, Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { exactly } from '../ui/when.ts';
import type { AuditGroup } from './audit-groups.ts';
import { callerWord, decisionTone, decisionWord, isProbe, methodWord, probeWords } from './audit-words.ts';

/** More occurrences than anybody reads. The export has all of them. */
const mostTimes = 100;

/** All that one record says; of several that say the same, the newest, and when the others were. */
export function AuditDetail({
  group,
  views,
  onClose,
}: {
  readonly group: AuditGroup | undefined;
  readonly views: ReadonlyMap<string, string>;
  onClose(): void;
}) {
  const record = group?.newest;
  return (
    <Dialog
      open={record !== undefined}
      title={record ? methodWord(record) : ''}
      description={record && `${record.serverName}, ${exactly(record.at)}`}
      width={560}
      onClose={onClose}
      actions={
        <Button icon={<Copy />} onClick={() => attempt(copyText(asJson(group)).then(() => tell('Copied.')))}>
          Copy as JSON
        </Button>
      }
    >
      {record && <Said record={record} views={views} />}
      {group && group.records.length > 1 && <Times group={group} views={views} />}
    </Dialog>
  );
}

function asJson(group: AuditGroup | undefined): string {
  return JSON.stringify(group?.records.length === 1 ? group.newest : group?.records, null, 2);
}

function Times({
  group: { records },
  views,
}: {
  readonly group: AuditGroup;
  readonly views: ReadonlyMap<string, string>;
}) {
  return (
    <section className="audit-times" aria-label="Occurrences">
      <h3>{records.length} times</h3>
      <ol>
        {records.slice(0, mostTimes).map((record) => (
          <li key={record.id}>
            <time dateTime={record.at}>{exactly(record.at)}</time>
            <span>{callerWord(record, views)}</span>
          </li>
        ))}
      </ol>
      {records.length > mostTimes && <p>The export contains the rest.</p>}
    </section>
  );
}

function Said({
  record,
  views,
}: {
  readonly record: AuditRecord;
  readonly views: ReadonlyMap<string, string>;
}) {
  const { session } = record;
  const title = useSessionSummary(session ?? '')?.title;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Decision',
      <Badge key="decision" tone={decisionTone(record)}>
        {decisionWord(record)}
      </Badge>,
    ],
    ['Basis', allowedWords(record)],
    ['Method', record.method],
    ['About', record.target],
    ['From', callerWord(record, views)],
    ['View', record.view],
    ['On behalf of', who(readAuthor(record.principal).person)],
    ['Session', title === undefined ? session : `${title} (${session})`],
    ['Client', record.clientId],
    ['Server', `${record.serverName} (${record.server})`],
    ['Sent', bytes(record.requestBytes)],
    ['Received', record.responseBytes === undefined ? undefined : bytes(record.responseBytes)],
    ['Took', record.durationMs === undefined ? undefined : `${Math.round(record.durationMs)} ms`],
    ['Record', record.id],
  ];
  return (
    <div className="audit-detail">
      {isProbe(record) && <Note tone="info">{probeWords}</Note>}
      {record.reason !== undefined && (
        <Note tone={record.decision === 'allowed' ? 'info' : 'warning'}>{record.reason}</Note>
      )}
      <Facts of={facts} />
    </div>
  );
}
