import type { ModelProviderReport } from '@loggia/protocol';
import { Ellipsis, Zap } from 'lucide-react';
import { useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { asName } from '../ui/foreign-words.ts';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { confirm } from '../ui/question-queue.ts';
import { Badge } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { CheckResult } from './check-result.tsx';
import { askToConnect } from './connect-state.ts';
import { modelWords, sourceWords } from './provider-words.ts';
import type { Check } from './use-provider-check.ts';

/** One provider: where it comes from, what it has, and what can be done with it. */
export function ProviderCard({
  provider: report,
  isAlone,
}: {
  readonly provider: ModelProviderReport;
  /** There is nothing to choose between. */
  readonly isAlone: boolean;
}) {
  const host = useHost();
  const { provider, name, source, isDefault } = report;
  const [check, setCheck] = useState<Check>({ phase: 'idle' });
  const test = async (): Promise<void> => {
    setCheck({ phase: 'testing' });
    try {
      const tested = await host.ask('x-loggia/testModel', { provider });
      setCheck(tested.problem ? { phase: 'failed', problem: tested.problem } : { phase: 'tested', tested });
    } catch (error) {
      setCheck({ phase: 'failed', problem: { message: asError(error).message, advice: '' } });
    }
  };
  const prefer = async (): Promise<void> => {
    await host.ask('x-loggia/chooseDefaultAgent', { provider });
    tell(`New sessions use ${name}.`);
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      text: 'Its key is deleted. Sessions that use it keep their messages and can continue with another model.',
      action: 'Remove',
      danger: true,
    });
    if (!sure) return;
    await host.ask('x-loggia/removeModelProvider', { provider });
    tell(`${name} is removed.`);
  };
  const isOwn = source.kind === 'connected';
  const parts: readonly MenuPart[] = [
    ...(isDefault ? [] : [{ id: 'prefer', label: 'Use for new sessions', run: () => attempt(prefer()) }]),
    ...(isOwn
      ? [
          { id: 'edit', label: 'Edit…', run: () => askToConnect(report) },
          { separator: true as const },
          { id: 'remove', label: 'Remove…', tone: 'danger' as const, run: () => attempt(remove()) },
        ]
      : []),
  ];
  return (
    <li className="settings-card model-card" aria-label={name}>
      <div className="settings-line">
        <div>
          <div className="settings-card-head">
            <strong>{asName(name)}</strong>
            {isDefault && !isAlone && <Badge tone="accent">New sessions</Badge>}
          </div>
          <p className="setting-help">{sourceWords(report)}</p>
          <p className="setting-help">{modelWords(report)}</p>
        </div>
        <div className="setting-control">
          {report.kind !== undefined && (
            <Button
              size="small"
              icon={<Zap />}
              disabled={check.phase === 'testing'}
              onClick={() => void test()}
            >
              Test
            </Button>
          )}
          {isOwn && (
            <Button size="small" onClick={() => askToConnect(report)}>
              Edit
            </Button>
          )}
          {parts.length > 0 && (
            <Menu
              trigger={<IconButton label={`More for ${name}`} size="small" icon={<Ellipsis />} />}
              parts={parts}
            />
          )}
        </div>
      </div>
      <CheckResult check={check} />
    </li>
  );
}
