import { ShieldQuestion } from 'lucide-react';
import { askApproval } from '../servers/approval/ask-approval.ts';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { asLabel, visibly } from '../ui/foreign-words.ts';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';

type Decision = 'trusted' | 'denied';

/** Folders and plugins with a decision. Those that wait for one are on the servers page. */
export function TrustedSources() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listTrust', {});
  const review = async (source: string): Promise<void> => {
    await askApproval(source);
    again();
  };
  const decide = async (
    source: string,
    before: Decision,
    decision: 'denied' | 'undecided',
  ): Promise<void> => {
    await host.ask('x-loggia/setTrust', { source, decision });
    again();
    // Trusting it again requires a review of its current contents.
    const action = { label: 'Review', run: () => attempt(review(source)) };
    const words = decision === 'undecided' ? 'Decision removed.' : 'Not trusted. Nothing in it runs.';
    tell(words, before === 'trusted' ? { action } : {});
  };
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  return (
    <>
      <p className="settings-lead">
        Folders, plugins of clients and registered servers run nothing until you approve them. If one changes
        later, you decide again. The host’s own configuration is trusted.
      </p>
      {value.sources.length === 0 ? (
        <Empty icon={<ShieldQuestion />} title="No decisions yet">
          When a plugin or a folder brings servers, the servers page asks whether you trust it.
        </Empty>
      ) : (
        <ul className="settings-cards">
          {value.sources.map(({ source, name, decision, at }) => {
            const isTrusted = decision === 'trusted';
            return (
              <li key={source} className="settings-card settings-line">
                <div>
                  {name === undefined ? <code>{visibly(source)}</code> : <b>{`Server “${asLabel(name)}”`}</b>}
                  <p className="setting-help">
                    <Badge tone={isTrusted ? 'success' : 'danger'}>
                      {isTrusted ? 'Trusted' : 'Not trusted'}
                    </Badge>{' '}
                    <TimeAgo at={at} />
                  </p>
                </div>
                <div className="setting-control">
                  <Button size="small" onClick={() => attempt(review(source))}>
                    Review…
                  </Button>
                  {isTrusted && (
                    <Button size="small" onClick={() => attempt(decide(source, 'trusted', 'denied'))}>
                      Don’t trust
                    </Button>
                  )}
                  <Button
                    size="small"
                    kind="quiet"
                    onClick={() => attempt(decide(source, isTrusted ? 'trusted' : 'denied', 'undecided'))}
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
