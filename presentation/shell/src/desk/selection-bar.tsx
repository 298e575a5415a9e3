import { Ellipsis, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { keepClear } from '../ui/keep-clear.ts';
import { Menu, type MenuEntry, type MenuPart } from '../ui/menu.tsx';

/** The actions that have a button; the others are behind the dots. */
const inSight = ['open', 'commit', 'publish', 'ask', 'restore', 'purge', 'remove', 'delete'];

/** The actions for the selected artifacts. */
export function SelectionBar({
  count,
  parts,
  onClear,
  all,
}: {
  readonly count: number;
  readonly parts: readonly MenuPart[];
  onClear(): void;
  /** Chooses also those that have not been read yet. */
  readonly all?: { readonly label: string; run(): void } | undefined;
}) {
  if (count === 0) return null;
  const entries = parts.filter((part): part is MenuEntry => 'run' in part);
  const isCollection = entries.some(({ id }) => id === 'remove');
  // Beside “Remove”, a delete button would be pressed by mistake.
  const shown = inSight.flatMap((id) =>
    id === 'delete' && isCollection ? [] : (entries.find((entry) => entry.id === id) ?? []),
  );
  return (
    <div ref={keepClear} className="selection-bar" role="toolbar" aria-label="Selection">
      <span className="selection-count" role="status">
        {count.toLocaleString()} selected
      </span>
      {all && (
        <Button kind="quiet" size="small" onClick={() => all.run()}>
          {all.label}
        </Button>
      )}
      <span className="selection-actions">
        {shown.map(({ id, label, icon, disabled, run }) => (
          <Button
            key={id}
            kind="quiet"
            size="small"
            icon={icon}
            disabled={disabled}
            aria-label={label}
            onClick={() => run()}
          >
            <span>{label}</span>
          </Button>
        ))}
      </span>
      {entries.length > shown.length && (
        <Menu
          trigger={<Button kind="quiet" size="small" icon={<Ellipsis />} aria-label="More actions" />}
          parts={parts}
        />
      )}
      <IconButton label="Clear the selection" size="small" icon={<X />} onClick={onClear} />
    </div>
  );
}
