import type { TypeExplanation } from '@loggia/protocol';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure, Note, Skeleton } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';

/** How a type resolves, step by step, and what can be decided about it. */
export function TypeExplanationDialog({
  workspace,
  type,
  onClose,
}: {
  readonly workspace: string;
  readonly type: string | undefined;
  onClose(): void;
}) {
  const answer = useAnswer('x-loggia/explainType', type === undefined ? undefined : { workspace, type });
  const explanation = answer.value?.explanation;
  const isCurrent = explanation?.mime === type;
  return (
    <Dialog open={type !== undefined} title="Explanation" description={type} width={560} onClose={onClose}>
      {answer.error && <Failure error={answer.error} retry={answer.again} />}
      {explanation && isCurrent ? (
        <Explanation explanation={explanation} onChanged={answer.again} />
      ) : (
        !answer.error && <Skeleton style={{ height: 140 }} />
      )}
    </Dialog>
  );
}

function Explanation({
  explanation,
  onChanged,
}: {
  readonly explanation: TypeExplanation;
  onChanged(): void;
}) {
  const host = useHost();
  const { mime, steps, claims, problems } = explanation;
  // For a type of the platform's own, the choice of viewer decides, not the order of servers.
  const rivals = claims.filter(({ server }) => server !== 'builtin').map(({ server }) => server);
  const isDisputed = rivals.length > 1 && rivals.length === claims.length;
  const prefer = (server: string): void => {
    const precedence = [server, ...rivals.filter((other) => other !== server)];
    attempt(host.ask('x-loggia/setTypePolicy', { type: mime, precedence }).then(onChanged));
  };
  const trust = (server: string, decision: 'trusted' | 'untrusted'): void =>
    attempt(host.ask('x-loggia/setTypePolicy', { trust: { server, decision } }).then(onChanged));
  return (
    <div className="settings-explanation">
      {problems.map((problem) => (
        <Note key={problem} tone="warning">
          {problem}
        </Note>
      ))}
      <ol>
        {[...new Set(steps)].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {claims.length > 0 && (
        <>
          <h3>Claims</h3>
          <ul className="settings-cards">
            {claims.map(({ server, name, trust: how, verdict }) => (
              <li key={server} className="settings-card settings-line">
                <div>
                  <strong>{name}</strong>{' '}
                  <Badge tone={how === 'untrusted' ? 'warning' : 'success'}>{how}</Badge>
                  <p className="setting-help">{verdict}</p>
                </div>
                <div className="setting-control">
                  {isDisputed && (
                    <Button size="small" onClick={() => prefer(server)}>
                      Prefer it
                    </Button>
                  )}
                  {how !== 'platform' && (
                    <Button
                      size="small"
                      kind="quiet"
                      onClick={() => trust(server, how === 'trusted' ? 'untrusted' : 'trusted')}
                    >
                      {how === 'trusted' ? 'Don’t trust' : 'Trust'}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
          {isDisputed && (
            <Button
              onClick={() =>
                attempt(host.ask('x-loggia/setTypePolicy', { type: mime, precedence: [] }).then(onChanged))
              }
            >
              Clear the preference
            </Button>
          )}
        </>
      )}
    </div>
  );
}
