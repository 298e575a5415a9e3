import type { AuditRecord } from '@loggia/protocol';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toasts.tsx';
import { bytes, exactly } from '../ui/when.ts';
import { decisionTone, decisionWord, methodWord, viewWord } from './audit-words.ts';

/** All that one record says. */
export function AuditDetail({
  record,
  onClose,
}: {
  readonly record: AuditRecord | undefined;
  onClose(): void;
}) {
  return (
    <Dialog
      open={record !== undefined}
      title={record ? methodWord(record) : ''}
      description={record && `${record.serverName}, ${exactly(record.at)}`}
      width={560}
      onClose={onClose}
      actions={
        <Button
          icon={<Copy />}
          onClick={() =>
            attempt(
              navigator.clipboard.writeText(JSON.stringify(record, null, 2)).then(() => tell('Copied.')),
            )
          }
        >
          Copy as JSON
        </Button>
      }
    >
      {record && <Facts record={record} />}
    </Dialog>
  );
}

function Facts({ record }: { readonly record: AuditRecord }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Decision',
      <Badge key="decision" tone={decisionTone(record)}>
        {decisionWord(record)}
      </Badge>,
    ],
    ['Method', record.method],
    ['About', record.target],
    ['From', viewWord(record)],
    ['View', record.view],
    ['Session', record.session],
    ['On behalf of', record.principal],
    ['Client', record.clientId],
    ['Server', `${record.serverName} (${record.server})`],
    ['Sent', bytes(record.requestBytes)],
    ['Received', record.responseBytes === undefined ? undefined : bytes(record.responseBytes)],
    ['Took', record.durationMs === undefined ? undefined : `${Math.round(record.durationMs)} ms`],
    ['Record', record.id],
  ];
  return (
    <div className="audit-detail">
      {record.reason !== undefined && (
        <Note tone={record.decision === 'allowed' ? 'info' : 'warning'}>{record.reason}</Note>
      )}
      <dl>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
