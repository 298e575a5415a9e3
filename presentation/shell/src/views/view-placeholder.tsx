import { AppWindow, CirclePause, CircleX, Hourglass, Moon, OctagonX, ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';
import { useBlocked } from './use-blocked.ts';
import type { ViewInstance } from './view-instance.ts';
import { ViewSignIn } from './view-sign-in.tsx';
import type { ViewSnapshot } from './view-snapshot.ts';
import { asName } from '../ui/foreign-words.ts';

interface Props {
  readonly view: ViewInstance;
  readonly snapshot: ViewSnapshot;
  readonly isElsewhere: boolean;
  readonly bringHere: () => void;
  readonly showDetails: () => void;
}

/** The placeholder for a View: its progress, or why it can't be shown and what to do about that. */
export function ViewPlaceholder({ view, snapshot, isElsewhere, bringHere, showDetails }: Props) {
  const { phase, trouble, facts, slot } = snapshot;
  const again = (label: string) => (
    <Button size="small" onClick={() => view.retry()}>
      {label}
    </Button>
  );
  if (isElsewhere) {
    const where = placeNames[slot?.dataset['viewSlot'] ?? ''] ?? 'elsewhere';
    return (
      <Words icon={<AppWindow />} title={`Shown ${where}`}>
        <Button size="small" onClick={bringHere}>
          Show it here
        </Button>
      </Words>
    );
  }
  if (phase === 'silent') return <Silent view={view} snapshot={snapshot} showDetails={showDetails} />;
  if (phase === 'stopped' && trouble) {
    return (
      <Words icon={<OctagonX />} title={trouble.title} text={trouble.text} isAlert>
        {again('Run again')}
        <Button size="small" kind="quiet" onClick={showDetails}>
          Open details
        </Button>
      </Words>
    );
  }
  if (phase === 'closed') {
    return (
      <Words icon={<CirclePause />} title="This View closed itself">
        {again('Open it again')}
      </Words>
    );
  }
  if (phase === 'resting')
    return <Words icon={<Moon />} title="Paused" text="Resumes when you scroll to it." />;
  const isComing = phase === 'loading' || (phase === 'waiting' && !trouble);
  if (isComing || !trouble) return <Coming title={facts.title} />;
  if (trouble.remedy === 'wait') return <Coming title={`${trouble.title}. ${trouble.text}`} isSaid />;
  const { server } = facts;
  if (trouble.remedy === 'signIn' && server?.state.kind === 'authRequired')
    return <ViewSignIn facts={facts} className="view-words" />;
  return (
    <Words
      icon={phase === 'failed' ? <CircleX /> : <ServerOff />}
      title={trouble.title}
      text={trouble.text}
      isAlert
    >
      {again('Try again')}
      {trouble.remedy === 'servers' && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => navigate(server ? { page: 'servers', server: server.id } : { page: 'servers' })}
        >
          Open servers
        </Button>
      )}
    </Words>
  );
}

/** Its page loaded but never reported that it was ready. */
function Silent({
  view,
  snapshot: { facts, error },
  showDetails,
}: Pick<Props, 'view' | 'snapshot' | 'showDetails'>) {
  const [reason] = useBlocked({ server: facts.server?.id, view: view.id }, true);
  return (
    <Words icon={<Hourglass />} title="This View isn’t responding" text={silentText(reason, error)}>
      <Button size="small" onClick={() => view.retry()}>
        Try again
      </Button>
      <Button size="small" onClick={() => view.showAnyway()}>
        Show it anyway
      </Button>
      <Button size="small" kind="quiet" onClick={showDetails}>
        {reason === undefined ? 'Open details' : 'Review permissions'}
      </Button>
    </Words>
  );
}

/** Why it is blocked comes first: its errors usually follow from that. */
function silentText(blocked: string | undefined, error: string | undefined): string {
  const why = [blocked, error === undefined ? undefined : `Its error: “${asName(error)}”`].filter(Boolean);
  return why.length === 0
    ? 'Its page loaded but never reported that it was ready. It may be broken, or show its own error.'
    : ['Its page never reported that it was ready.', ...why].join(' ');
}

const placeNames: Readonly<Record<string, string>> = {
  inline: 'in the conversation',
  window: 'in a window',
  pip: 'in a small window',
  fullscreen: 'in full screen',
};

function Coming({ title, isSaid }: { readonly title: string; readonly isSaid?: boolean }) {
  return (
    <div className="view-coming" role="status" aria-label={`${title || 'View'} is loading`}>
      <Skeleton />
      {isSaid === true && <p>{title}</p>}
    </div>
  );
}

function Words({
  icon,
  title,
  text,
  isAlert,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly isAlert?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <div className="view-words" role={isAlert === true ? 'alert' : 'status'}>
      <span className="view-words-icon" aria-hidden>
        {icon}
      </span>
      <strong>{title}</strong>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="view-words-actions">{children}</div>}
    </div>
  );
}
