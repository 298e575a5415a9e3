import './api-keys.css';
import type { ApiKey } from '@loggia/protocol';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { asName } from '../ui/foreign-words.ts';
import { confirm } from '../ui/question-queue.ts';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { expiryWords, scopeLabel } from './api-key-words.ts';

/** The API keys of the host. The keys themselves are shown only when they are created. */
export function ApiKeysPage() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listApiKeys', {});
  const [isCreating, setCreating] = useState(false);
  const revoke = async ({ id, name }: ApiKey): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke “${asName(name)}”?`,
      text: 'Programs that use this key lose access at once. This can’t be undone.',
      action: 'Revoke key',
      danger: true,
    });
    if (!isSure) return;
    await host.ask('x-loggia/revokeApiKey', { id });
    again();
    tell(`The key “${asName(name)}” is revoked.`);
  };
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create a key
    </Button>
  );
  return (
    <div className="api-keys">
      <p className="settings-lead">
        With an API key, a program reaches every workspace on this host over HTTP, MCP and AHP, as far as the
        scope of the key goes. The audit names the key.
      </p>
      {value.apiKeys.length === 0 ? (
        <Empty icon={<KeyRound />} title="No API keys" actions={create}>
          Give each program a key of its own, so that you can revoke it alone.
        </Empty>
      ) : (
        <div>{create}</div>
      )}
      <ul className="settings-cards" aria-label="API keys">
        {value.apiKeys.map((key) => (
          <li key={key.id} className="settings-card settings-line">
            <div>
              <div className="api-key-name">
                <strong>{asName(key.name)}</strong>
                <Badge tone={key.scope === 'admin' ? 'warning' : 'info'}>{scopeLabel(key.scope)}</Badge>
                {key.expired && <Badge tone="danger">Expired</Badge>}
              </div>
              <p className="setting-help api-key-facts">
                <span>
                  Created <TimeAgo at={key.since} />
                </span>
                <span>{expiryWords(key)}</span>
                <span>{key.lastUsed === undefined ? 'Never used' : <LastUsed at={key.lastUsed} />}</span>
              </p>
            </div>
            <div className="setting-control">
              <Button
                size="small"
                aria-label={`Revoke key ${asName(key.name)}`}
                onClick={() => attempt(revoke(key))}
              >
                Revoke key
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {isCreating && <ApiKeyDialog onCreated={again} onClose={() => setCreating(false)} />}
    </div>
  );
}

function LastUsed({ at }: { readonly at: string }) {
  return (
    <>
      Last used <TimeAgo at={at} />
    </>
  );
}
