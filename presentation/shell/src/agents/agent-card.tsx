import type { AgentReport } from '@loggia/protocol';
import { Ellipsis, Zap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useHost } from '../host/host-context.tsx';
import { joinCommand } from '../servers/add/split-command.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { asName, visibly } from '../ui/foreign-words.ts';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { confirm } from '../ui/question-queue.ts';
import { Badge, Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { sourceWords, stateWords } from './agent-words.ts';
import { CheckResult } from './check-result.tsx';
import { SignInButton } from './sign-in-button.tsx';
import { useAgentCheck } from './use-agent-check.ts';

export interface AgentCardProps {
  readonly agent: AgentReport;
  /** There is nothing to choose between. */
  readonly isAlone: boolean;
  /** It was just added or changed, so it is tested at once. */
  readonly isFresh: boolean;
  onEdit(): void;
  onChanged(): void;
}

/** One agent: where it comes from, what it runs, its state, and what can be done about it. */
export function AgentCard({ agent: report, isAlone, isFresh, onEdit, onChanged }: AgentCardProps) {
  const host = useHost();
  const { agent, name, source, command, variables = [], folder, problem, isDefault } = report;
  const { check, run, stop } = useAgentCheck();
  const test = async (): Promise<void> => {
    await run('testing', (signal) => host.ask('x-loggia/testAgent', { agent }, { signal }));
    onChanged();
  };
  const signIn = async (method: string): Promise<void> => {
    await run('signing in', (signal) => host.ask('x-loggia/signInAgent', { agent, method }, { signal }));
    onChanged();
  };
  const tested = useRef(false);
  useEffect(() => {
    if (!isFresh || tested.current) return;
    tested.current = true;
    void test();
  });
  const prefer = async (): Promise<void> => {
    await host.ask('x-loggia/chooseDefaultAgent', { provider: agent });
    tell(`New sessions use ${name}.`);
    onChanged();
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      text: 'Its variables are deleted, and turns that run on it end. Conversations keep their messages and can continue with another agent.',
      action: 'Remove',
      danger: true,
    });
    if (!sure) return;
    await host.ask('x-loggia/removeAgent', { agent });
    tell(`${name} is removed.`);
    onChanged();
  };
  const isAdded = source.kind === 'added';
  const parts: readonly MenuPart[] = [
    ...(isDefault ? [] : [{ id: 'prefer', label: 'Use for new sessions', run: () => attempt(prefer()) }]),
    ...(isAdded
      ? [
          { id: 'edit', label: 'Edit…', run: onEdit },
          { separator: true as const },
          { id: 'remove', label: 'Remove…', tone: 'danger' as const, run: () => attempt(remove()) },
        ]
      : []),
  ];
  const state = stateWords(report);
  const isBusy = check.phase === 'running';
  // The outcome of a test that was just made says the same in more detail.
  const isShownBelow = check.phase === 'done' || isBusy;
  return (
    <li className="settings-card agent-card" aria-label={name}>
      <div className="settings-line">
        <div>
          <div className="settings-card-head">
            <strong>{asName(name)}</strong>
            <Badge tone={state.tone}>{state.words}</Badge>
            {isDefault && !isAlone && <Badge tone="accent">New sessions</Badge>}
          </div>
          <p className="setting-help">{sourceWords(report)}</p>
          {command && <code className="agent-command">{visibly(joinCommand(command))}</code>}
          {folder !== undefined && <p className="setting-help">Starts in {visibly(folder)}</p>}
          {variables.length > 0 && <p className="setting-help">Variables: {variables.join(', ')}</p>}
        </div>
        <div className="setting-control">
          {command && (
            <SignInButton
              agent={report}
              isBusy={isBusy}
              onSignIn={(method) => void signIn(method)}
              onSignedIn={() => void test()}
            />
          )}
          {command && (
            <Button size="small" icon={<Zap />} disabled={isBusy} onClick={() => void test()}>
              Test
            </Button>
          )}
          {isAdded && (
            <Button size="small" onClick={onEdit}>
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
      {problem !== undefined && !isShownBelow && <Note tone="warning">{visibly(problem)}</Note>}
      <CheckResult check={check} onStop={stop} />
    </li>
  );
}
