import type { AgentCatalogEntry, AgentReport } from '@loggia/protocol';
import { ArrowLeft, Zap } from 'lucide-react';
import { useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { visibly } from '../ui/foreign-words.ts';
import { Note } from '../ui/states.tsx';
import { KeyFields, MoreFields, NameField, CommandField } from './agent-fields.tsx';
import { programIn, settingsIn, type AgentForm } from './agent-form.ts';
import { CheckResult } from './check-result.tsx';
import { TrustPanel } from './trust-panel.tsx';
import { useAgentCheck } from './use-agent-check.ts';

interface EditorProps {
  readonly initial: AgentForm;
  readonly entry?: AgentCatalogEntry | undefined;
  readonly edited?: AgentReport | undefined;
  /** Back to the catalog. */
  onBack?(): void;
  onSaved(agent: AgentReport): void;
}

/** Everything about one agent. Nothing runs before the program that is shown is trusted. */
export function AgentEditor({ initial, entry, edited, onBack, onSaved }: EditorProps) {
  const host = useHost();
  const [form, setForm] = useState(initial);
  // An agent that was added was trusted then.
  const [trusted, setTrusted] = useState(edited ? programIn(initial) : undefined);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { check, run, stop } = useAgentCheck();
  const program = programIn(form);
  const isTrusted = program !== undefined && program === trusted;
  const change = (part: Partial<AgentForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setProblem(undefined);
    stop();
  };
  const origin = { entry, edited };
  const test = (): void => {
    const target = edited ? { agent: edited.agent } : {};
    void run('testing', async (signal) =>
      host.ask('x-loggia/testAgent', { ...target, settings: settingsIn(form, origin) }, { signal }),
    );
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const settings = settingsIn(form, origin);
      const { agent } = edited
        ? await host.ask('x-loggia/updateAgent', { agent: edited.agent, settings })
        : await host.ask('x-loggia/addAgent', { settings });
      onSaved(agent);
    } catch (error) {
      setProblem(asError(error).message);
      setSaving(false);
    }
  };
  const fields = { form, change };
  return (
    <form
      className="agent-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTrusted) void save();
      }}
    >
      {entry?.problem !== undefined && <Note tone="warning">{visibly(entry.problem)}</Note>}
      <NameField {...fields} />
      <CommandField {...fields} />
      {entry && <KeyFields {...fields} keys={entry.keys} />}
      <MoreFields {...fields} isOpen={edited !== undefined} />
      <TrustPanel
        form={form}
        entry={entry}
        isTrusted={isTrusted}
        onTrust={(trust) => setTrusted(trust ? program : undefined)}
      />
      <CheckResult check={check} onStop={stop} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="agent-form-foot">
        {onBack && (
          <Button kind="quiet" icon={<ArrowLeft />} onClick={onBack}>
            Back
          </Button>
        )}
        <span className="agent-form-gap" />
        <Button icon={<Zap />} disabled={!isTrusted || check.phase === 'running'} onClick={test}>
          Test
        </Button>
        <Button kind="primary" type="submit" disabled={!isTrusted || isSaving}>
          {isSaving ? 'Saving…' : edited ? 'Save' : 'Add agent'}
        </Button>
      </div>
    </form>
  );
}
