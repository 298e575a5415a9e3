import type { AgentCatalogEntry, AgentReport } from '@loggia/protocol';
import { useState } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { tell } from '../ui/toast-queue.ts';
import { AgentEditor } from './agent-editor.tsx';
import { emptyForm, formFor, formOf } from './agent-form.ts';
import { CatalogList } from './catalog-list.tsx';

type Chosen = AgentCatalogEntry | 'by command';

/** Adds an agent from the catalog or by its command, or changes one. */
export function AgentDialog({
  edited,
  onClose,
  onSaved,
}: {
  readonly edited: AgentReport | undefined;
  onClose(): void;
  onSaved(agent: AgentReport): void;
}) {
  const [chosen, setChosen] = useState<Chosen>();
  const saved = (agent: AgentReport): void => {
    const isNew = edited === undefined;
    tell(
      isNew
        ? `${agent.name} is added.${agent.isDefault ? ' New sessions use it.' : ''}`
        : `${agent.name} is saved.`,
    );
    onSaved(agent);
  };
  const entry = chosen === 'by command' ? undefined : chosen;
  return (
    <Dialog
      open
      title={titleOf(edited, chosen)}
      description={edited === undefined ? 'Every workspace on this host can use it right away.' : undefined}
      width={620}
      onClose={onClose}
    >
      {edited ? (
        <AgentEditor initial={formOf(edited)} edited={edited} onSaved={saved} />
      ) : chosen === undefined ? (
        <Choose onChoose={setChosen} />
      ) : (
        <AgentEditor
          initial={entry ? formFor(entry) : emptyForm}
          entry={entry}
          onBack={() => setChosen(undefined)}
          onSaved={saved}
        />
      )}
    </Dialog>
  );
}

function titleOf(edited: AgentReport | undefined, chosen: Chosen | undefined): string {
  if (edited) return `Edit ${edited.name}`;
  if (chosen === undefined) return 'Add an agent';
  return chosen === 'by command' ? 'Add an agent by its command' : `Add ${chosen.name}`;
}

function Choose({ onChoose }: { onChoose(chosen: Chosen): void }) {
  const { value, error, again } = useAnswer('x-loggia/listAgentCatalog', {});
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 280 }} />;
  return (
    <div className="agent-form">
      {value.problems.map((problem) => (
        <Note key={problem} tone="warning">
          {problem}
        </Note>
      ))}
      <CatalogList agents={value.agents} onChoose={onChoose} onCommand={() => onChoose('by command')} />
    </div>
  );
}
