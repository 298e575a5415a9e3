import type { NamedFile } from '@loggia/protocol';
import { Download, Eye, File, LayoutGrid } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { bytes } from '../../ui/bytes.ts';
import { asName } from '../../ui/foreign-words.ts';
import { Menu } from '../../ui/menu.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { addToDesk, downloadFile, type FilePlace } from './file-actions.ts';
import { useFilePicture } from './use-file-picture.ts';

const FilePreview = lazy(async () => ({
  default: (await import('./file-preview.tsx')).FilePreview,
}));

/** A file that is kept with a message: what it is called, how large it is, and what can be done with it. */
export function FileChip({ file, place }: { readonly file: NamedFile; readonly place: FilePlace }) {
  const host = useHost();
  const [isOpen, setOpen] = useState(false);
  const picture = useFilePicture(file, place.chat);
  const name = asName(file.name);
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="chip-open">
            {picture === undefined ? (
              <File aria-hidden />
            ) : (
              <img className="chip-picture" src={picture} alt="" />
            )}
            <span>{name}</span>
            <small>{bytes(file.size)}</small>
          </button>
        }
        parts={[
          { id: 'open', label: 'Open', icon: <Eye />, run: () => setOpen(true) },
          {
            id: 'download',
            label: 'Download',
            icon: <Download />,
            run: () => attempt(downloadFile(host, file, place)),
          },
          {
            id: 'desk',
            label: 'Add to desk',
            icon: <LayoutGrid />,
            run: () => attempt(addToDesk(host, file, place)),
          },
        ]}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilePreview file={file} place={place} picture={picture} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
