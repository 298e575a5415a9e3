import { Hand } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { asName } from '../ui/foreign-words.ts';

/** What agents may use without asking, because somebody said “always”. */
export function AllowedTools() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listAllowances', {});
  const revoke = async (id: string, tool: string): Promise<void> => {
    await host.ask('x-loggia/revokeAllowance', { id });
    again();
    tell(`Agents ask again before they use ${tool}.`);
  };
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  if (value.allowances.length === 0) {
    return (
      <Empty icon={<Hand />} title="Agents ask about every tool that writes">
        Tools you always allow are listed here, and you can revoke each one.
      </Empty>
    );
  }
  return (
    <ul className="settings-cards">
      {value.allowances.map(({ id, tool, serverName, session, since }) => (
        <li key={id} className="settings-card settings-line">
          <div>
            <code>{asName(tool)}</code> of {asName(serverName)}
            <p className="setting-help">
              <Badge tone={session === undefined ? 'warning' : 'info'}>
                {session === undefined ? 'Everywhere' : 'In one session'}
              </Badge>{' '}
              <TimeAgo at={since} />
            </p>
          </div>
          <div className="setting-control">
            <Button size="small" onClick={() => attempt(revoke(id, tool))}>
              Ask again
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
