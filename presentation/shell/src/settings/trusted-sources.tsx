import { ShieldQuestion } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toasts.tsx';

type Decision = 'trusted' | 'denied' | 'undecided';

/** Folders and plugins about which somebody has decided. What waits for a decision is on the servers page. */
export function TrustedSources() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listTrust', {});
  const set = async (source: string, decision: Decision): Promise<void> => {
    await host.ask('x-loggia/setTrust', { source, decision });
    again();
  };
  const change = async (source: string, before: Decision, decision: Decision): Promise<void> => {
    await set(source, decision);
    tell(decision === 'undecided' ? 'The decision is forgotten.' : 'The decision is changed.', {
      undo: () => attempt(set(source, before)),
    });
  };
  const decide = (source: string, before: Decision, decision: Decision): void =>
    attempt(change(source, before, decision));
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  return (
    <>
      <p className="settings-lead">
        Nothing of a folder or of a client’s plugin runs before you trust where it comes from. The host’s own
        configuration is trusted.
      </p>
      {value.sources.length === 0 ? (
        <Empty icon={<ShieldQuestion />} title="Nothing was decided yet">
          When a plugin or a folder brings servers, the servers page asks whether you trust it.
        </Empty>
      ) : (
        <ul className="settings-cards">
          {value.sources.map(({ source, decision, at }) => {
            const isTrusted = decision === 'trusted';
            return (
              <li key={source} className="settings-card settings-line">
                <div>
                  <code>{source}</code>
                  <p className="setting-help">
                    <Badge tone={isTrusted ? 'success' : 'danger'}>
                      {isTrusted ? 'Trusted' : 'Not trusted'}
                    </Badge>{' '}
                    <TimeAgo at={at} />
                  </p>
                </div>
                <div className="setting-control">
                  <Button
                    size="small"
                    onClick={() =>
                      decide(source, isTrusted ? 'trusted' : 'denied', isTrusted ? 'denied' : 'trusted')
                    }
                  >
                    {isTrusted ? 'Do not trust' : 'Trust'}
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    onClick={() => decide(source, isTrusted ? 'trusted' : 'denied', 'undecided')}
                  >
                    Forget
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
