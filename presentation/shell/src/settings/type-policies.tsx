import type { TypeView } from '@loggia/protocol';
import { ChevronDown, Shapes } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useWorkspace } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Badge, Empty, Note, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { TypeIcon } from '../ui/type-icon.tsx';
import { TypeExplanationDialog } from './type-explanation.tsx';
import { ownerWords, viewerChoices } from './type-words.ts';

/** The owner and viewer of each type in this workspace, and the order where several servers claim it. */
export function TypePolicies({ workspace }: { readonly workspace: string }) {
  const types = useWorkspace(workspace)?.state?.types;
  const [explained, setExplained] = useState<string>();
  const [text, setText] = useState('');
  if (types === undefined) return <Skeleton style={{ height: 240 }} />;
  const wanted = text.trim().toLowerCase();
  const shown = types
    .filter(({ mime, label }) => `${mime} ${label}`.toLowerCase().includes(wanted))
    .toSorted(
      (a, b) =>
        Number(b.problem !== undefined) - Number(a.problem !== undefined) || a.label.localeCompare(b.label),
    );
  return (
    <>
      <input
        className="input settings-search"
        type="search"
        aria-label="Find a type"
        placeholder="Find a type"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && (
        <Empty icon={<Shapes />} title="No matching types">
          Servers bring types; the workspace knows {types.length} now.
        </Empty>
      )}
      <ul className="settings-cards">
        {shown.map((type) => (
          <TypeCard key={type.mime} type={type} onExplain={() => setExplained(type.mime)} />
        ))}
      </ul>
      <TypeExplanationDialog workspace={workspace} type={explained} onClose={() => setExplained(undefined)} />
    </>
  );
}

function TypeCard({ type, onExplain }: { readonly type: TypeView; onExplain(): void }) {
  const host = useHost();
  const choices = viewerChoices(type);
  const openWith = (server: string | null, name: string): void =>
    attempt(
      host
        .ask('x-loggia/setTypePolicy', { type: type.mime, openWith: server })
        .then(() =>
          tell(server === null ? 'Decision removed.' : `“${type.label}” opens with ${name} from now on.`),
        ),
    );
  return (
    <li className="settings-card settings-line">
      <div className="settings-type">
        <TypeIcon type={type} />
        <div>
          <strong>{type.label}</strong> {type.badge !== undefined && <Badge>{type.badge}</Badge>}
          <p className="setting-help">
            <code>{type.mime}</code> · {ownerWords(type)}
          </p>
          {type.problem !== undefined && <Note tone="warning">{type.problem}</Note>}
        </div>
      </div>
      <div className="setting-control">
        {choices.length > 1 && (
          <Menu
            trigger={
              <Button size="small">
                Open with <ChevronDown aria-hidden />
              </Button>
            }
            parts={[
              ...choices.map(({ server, name, isCurrent }) => ({
                id: server,
                label: name,
                checked: isCurrent,
                run: () => openWith(server, name),
              })),
              { separator: true as const },
              { id: 'forget', label: 'Default', run: () => openWith(null, '') },
            ]}
          />
        )}
        <Button size="small" kind="quiet" aria-label={`Why ${type.label} opens this way`} onClick={onExplain}>
          Why?
        </Button>
      </div>
    </li>
  );
}
