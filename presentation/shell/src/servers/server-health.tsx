import type { Finding, ServerReport } from '@loggia/protocol';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { RemedyButton } from './remedy-button.tsx';
import type { Servers } from './use-servers.ts';

/** The problems that the host finds with the server, and how to fix them. */
export function ServerHealth({
  report,
  servers,
  onLog,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
  onLog(): void;
}) {
  const { value, error, isLoading, again } = useAnswer('x-loggia/diagnose', {
    server: report.id,
    ...servers.scope,
  });
  return (
    <div className="server-health" aria-busy={isLoading}>
      {error && <Failure error={error} retry={again} />}
      {value === undefined && !error && <Skeleton style={{ height: 60 }} />}
      {value?.findings.length === 0 && <p className="servers-hint">No problems found.</p>}
      {value?.findings.map((finding) => (
        <FindingNote key={`${finding.server ?? ''} ${finding.problem}`} finding={finding}>
          {finding.remedy && (
            <RemedyButton
              remedy={finding.remedy}
              report={report}
              servers={servers}
              onLog={onLog}
              onDone={again}
            />
          )}
        </FindingNote>
      ))}
      <Button disabled={isLoading} onClick={again}>
        {isLoading ? 'Searching…' : 'Refresh'}
      </Button>
    </div>
  );
}

const tones: Readonly<Record<string, 'info' | 'danger'>> = { note: 'info', error: 'danger' };

function FindingNote({
  finding,
  children,
}: {
  readonly finding: Finding;
  /** The way to what would help. */
  readonly children: ReactNode;
}) {
  if (finding.level === 'ok') {
    return (
      <div className="server-ok">
        <CircleCheck aria-hidden />
        <div>
          <p>{finding.problem}</p>
          {finding.advice !== undefined && <p className="server-advice">{finding.advice}</p>}
          {children}
        </div>
      </div>
    );
  }
  return (
    <Note tone={tones[finding.level] ?? 'warning'} actions={children}>
      <p className="server-problem">{finding.problem}</p>
      {finding.advice !== undefined && <p className="server-advice">{finding.advice}</p>}
    </Note>
  );
}
