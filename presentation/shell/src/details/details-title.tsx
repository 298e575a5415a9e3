import { Dialog } from '@base-ui/react/dialog';
import type { Artifact } from '@loggia/protocol';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { renameArtifact } from '../artifacts/changes.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { asName } from '../ui/foreign-words.ts';
import { attempt } from '../ui/toast-queue.ts';

/** The title of the sheet, which can be edited in place. */
export function DetailsTitle({
  artifact,
  isEditing,
  onEdit,
}: {
  readonly artifact: Artifact;
  readonly isEditing: boolean;
  /** Absent where the title is fixed. */
  readonly onEdit: ((isEditing: boolean) => void) | undefined;
}) {
  const button = useRef<HTMLButtonElement>(null);
  if (isEditing && onEdit) {
    const done = (): void => {
      onEdit(false);
      requestAnimationFrame(() => button.current?.focus());
    };
    return <TitleForm artifact={artifact} done={done} />;
  }
  return (
    <div className="details-heading">
      <Dialog.Title className="details-title">{asName(artifact.title)}</Dialog.Title>
      {onEdit && (
        <IconButton ref={button} size="small" label="Rename" icon={<Pencil />} onClick={() => onEdit(true)} />
      )}
    </div>
  );
}

function TitleForm({ artifact, done }: { readonly artifact: Artifact; done(): void }) {
  const host = useHost();
  const [typed, setTyped] = useState(artifact.title);
  const save = (): void => {
    const title = typed.trim();
    if (title !== '') attempt(renameArtifact(host, artifact, title));
    done();
  };
  return (
    <form
      className="details-rename"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Dialog.Title className="unseen">{asName(artifact.title)}</Dialog.Title>
      <input
        ref={(field) => {
          if (field && document.activeElement !== field) field.select();
        }}
        className="input"
        aria-label="Title"
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Only the renaming ends, not the sheet.
          event.preventDefault();
          event.stopPropagation();
          done();
        }}
      />
      <Button type="submit" kind="primary">
        Rename
      </Button>
    </form>
  );
}
