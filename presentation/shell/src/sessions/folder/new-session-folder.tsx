import { Folder } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { foldersWords } from './folder-offers.ts';
import { pathOfUri } from './folder-path.ts';

const FolderDialog = lazy(async () => ({ default: (await import('./folder-dialog.tsx')).FolderDialog }));

/** The folders that a session will begin with. */
export function NewSessionFolder({
  folders,
  onChange,
}: {
  /** As URIs. */
  readonly folders: readonly string[];
  onChange(folders: readonly string[]): void;
}) {
  const host = useHost();
  const [isOpen, setOpen] = useState(false);
  const take = async (next: readonly string[], uri: string): Promise<void> => {
    onChange(next);
    setOpen(false);
    const { askAboutFolder } = await import('./ask-about-folder.ts');
    await askAboutFolder(host, uri);
  };
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={<Folder />}
        title={folders.length === 0 ? undefined : folders.map((uri) => visibly(pathOfUri(uri))).join('\n')}
        onClick={() => setOpen(true)}
      >
        {visibly(foldersWords(folders))}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FolderDialog
            folders={folders}
            description="The new session works in these folders. Their servers, skills and rules are used, too, once you trust them."
            onUse={(uri) => attempt(take([uri, ...folders.slice(1)], uri))}
            onAdd={(uri) => attempt(take([...folders, uri], uri))}
            onRemove={(uri) => onChange(folders.filter((other) => other !== uri))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
