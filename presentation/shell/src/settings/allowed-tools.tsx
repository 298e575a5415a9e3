import type { ExtensionResult } from '@loggia/client';
import { Hand } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { asName } from '../ui/foreign-words.ts';

type Allowance = ExtensionResult<'x-loggia/listAllowances'>['allowances'][number];

/** The tools that agents, or Views, may use without asking, because the user chose “always”. */
export function AllowedTools() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listAllowances', {});
  const revoke = async ({ id, tool, views }: Allowance): Promise<void> => {
    await host.ask('x-loggia/revokeAllowance', { id });
    again();
    tell(`You are asked again before ${views === true ? 'a View' : 'an agent'} uses ${asName(tool)}.`);
  };
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  if (value.allowances.length === 0) {
    return (
      <Empty icon={<Hand />} title="You are asked about every tool that writes">
        Tools you always allow are listed here, and you can revoke each one.
      </Empty>
    );
  }
  return (
    <ul className="settings-cards">
      {value.allowances.map((allowance) => (
        <li key={allowance.id} className="settings-card settings-line">
          <div>
            <code>{asName(allowance.tool)}</code> of {asName(allowance.serverName)}
            <p className="setting-help">
              <Badge tone={allowance.session === undefined ? 'warning' : 'info'}>
                {reachOf(allowance)}
              </Badge>{' '}
              <TimeAgo at={allowance.since} />
            </p>
          </div>
          <div className="setting-control">
            <Button size="small" onClick={() => attempt(revoke(allowance))}>
              Ask again
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function reachOf({ views, session }: Allowance): string {
  if (views === true) return 'Views of this server';
  return session === undefined ? 'Agents, everywhere' : 'Agents, in one session';
}
