import { Folder, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { FolderEffect } from './folder-effect.tsx';
import { FolderOfferList, walkOffers } from './folder-offer-list.tsx';
import { folderName, pathOfUri, uriOfPath } from './folder-path.ts';
import { useFolderOffers } from './use-folder-offers.ts';

/** Shows the folders of a session and gives it another one. */
export function FolderDialog({
  folders,
  description,
  onUse,
  onAdd,
  onRemove,
  onClose,
}: {
  /** As URIs. */
  readonly folders: readonly string[];
  readonly description: string;
  /** In place of the first one. */
  onUse(uri: string): void;
  /** Beside those that there are. */
  onAdd(uri: string): void;
  onRemove(uri: string): void;
  onClose(): void;
}) {
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const groups = useFolderOffers(path, folders);
  const [first] = folders;
  const shown = uriOfPath(path) ?? first;
  const take = (use: (uri: string) => void): void => {
    const uri = uriOfPath(path);
    if (uri === undefined)
      setProblem('This isn’t a whole path. Start with the root, such as /home/me/project.');
    else if (folders.includes(uri)) setProblem('The session has this folder already. Choose another one.');
    else use(uri);
  };
  return (
    <Dialog open title="Folders" description={description} width={560} initialFocus={field} onClose={onClose}>
      {folders.length > 0 && (
        <ul className="folder-list" aria-label="Folders of this session">
          {folders.map((uri) => (
            <li key={uri}>
              <Folder aria-hidden />
              <code>{visibly(pathOfUri(uri))}</code>
              <IconButton
                label={`Remove ${visibly(folderName(uri))}`}
                size="small"
                icon={<X />}
                onClick={() => onRemove(uri)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="folder-form"
        onSubmit={(event) => {
          event.preventDefault();
          take(onUse);
        }}
      >
        <Field
          label="Folder on the host"
          help="Choose one below, search for it, or type the whole path."
          error={problem}
        >
          {(wiring) => (
            <input
              {...wiring}
              ref={field}
              onKeyDown={walkOffers}
              className="input"
              value={path}
              placeholder="/home/me/project"
              spellCheck={false}
              autoCapitalize="off"
              maxLength={4096}
              onChange={(event) => {
                setProblem(undefined);
                setPath(event.target.value);
              }}
            />
          )}
        </Field>
        {groups.length > 0 && (
          <FolderOfferList
            groups={groups}
            onChoose={(chosen) => {
              setProblem(undefined);
              setPath(chosen);
              field.current?.focus();
            }}
          />
        )}
        {shown !== undefined && <FolderEffect folder={shown} />}
        <div className="folder-foot">
          <Button onClick={onClose}>Close</Button>
          {folders.length > 0 && (
            <Button disabled={path.trim() === ''} onClick={() => take(onAdd)}>
              Add as another folder
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={path.trim() === ''}>
            {folders.length > 1 ? 'Use in place of the first' : 'Use this folder'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
