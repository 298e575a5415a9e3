import type { Remedy, ServerReport } from '@loggia/protocol';
import { FileText, Play, RotateCw, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { askApproval } from './approval/ask-approval.ts';
import type { Servers } from './use-servers.ts';

/** The way to what would help. A sign-in has its button at the top of the page already. */
export function RemedyButton({
  remedy,
  report,
  servers,
  onLog,
  onDone,
}: {
  readonly remedy: Remedy;
  readonly report: ServerReport;
  readonly servers: Servers;
  onLog(): void;
  onDone(): void;
}) {
  const host = useHost();
  const [isBusy, setBusy] = useState(false);
  const run = (command: 'x-loggia/startServer' | 'x-loggia/restartServer'): void => {
    setBusy(true);
    const work = host
      .ask(command, { server: report.id, ...servers.scope })
      .then(() => servers.again())
      .finally(() => {
        setBusy(false);
        onDone();
      });
    attempt(work);
  };
  switch (remedy.kind) {
    case 'start':
      return (
        <Button size="small" icon={<Play />} disabled={isBusy} onClick={() => run('x-loggia/startServer')}>
          {isBusy ? 'Starting…' : 'Start'}
        </Button>
      );
    case 'restart':
      return (
        <Button
          size="small"
          icon={<RotateCw />}
          disabled={isBusy}
          onClick={() => run('x-loggia/restartServer')}
        >
          {isBusy ? 'Starting…' : 'Start again'}
        </Button>
      );
    case 'readLog':
      return (
        <Button size="small" icon={<FileText />} onClick={onLog}>
          Show the log
        </Button>
      );
    case 'trust':
    case 'approve':
      return <ApprovalButton report={report} servers={servers} />;
    default:
      return null;
  }
}

/** Opens the dialog that shows what would run, for a decision. */
export function ApprovalButton({
  report: { approval },
  servers,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  if (!approval) return null;
  return (
    <Button
      size="small"
      icon={<ShieldQuestion />}
      onClick={() => attempt(askApproval(approval.source).then(() => servers.again()))}
    >
      Review what would run
    </Button>
  );
}
