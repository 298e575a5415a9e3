import type { NamedFile } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { bytes } from '../../ui/bytes.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure, Note, Skeleton } from '../../ui/states.tsx';
import { attempt } from '../../ui/toast-queue.ts';
import { addToDesk, downloadFile, readFile, type FilePlace } from './file-actions.ts';

/** More than this is read in an editor, or elsewhere. */
const shownBytes = 200_000;

/** Shows the content of a file attached to a message. */
export function FilePreview({
  file,
  place,
  picture,
  onClose,
}: {
  readonly file: NamedFile;
  readonly place: FilePlace;
  /** The address of the picture that it is, if it is one. */
  readonly picture: string | undefined;
  onClose(): void;
}) {
  const host = useHost();
  const about = [file.contentType, bytes(file.size)].filter(Boolean).join(', ');
  return (
    <Dialog
      open
      title={file.name}
      description={about}
      width={760}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => attempt(addToDesk(host, file, place))}>Add to desk</Button>
          <Button kind="primary" onClick={() => attempt(downloadFile(host, file, place))}>
            Download
          </Button>
        </>
      }
    >
      {picture === undefined ? (
        <Text file={file} chat={place.chat} />
      ) : (
        <img className="file-picture" src={picture} alt={file.name} />
      )}
    </Dialog>
  );
}

function Text({ file, chat }: { readonly file: NamedFile; readonly chat: string | undefined }) {
  const host = useHost();
  const [state, setState] = useState<{ readonly text?: string | undefined; readonly error?: Error }>();
  const { hash, size } = file;
  useEffect(() => {
    let isWanted = true;
    readFile(host, { hash }, chat, shownBytes).then(
      (read) => isWanted && setState({ text: textIn(read) }),
      (error: unknown) => isWanted && setState({ error: asError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [host, hash, chat]);
  if (state === undefined) return <Skeleton style={{ height: 160 }} />;
  if (state.error) return <Failure error={state.error} />;
  if (state.text === undefined)
    return (
      <Note tone="info">This file can’t be shown here. Download it, or add it to the desk to open it.</Note>
    );
  return (
    <>
      <CodeBlock label="Content" text={state.text} />
      {size > shownBytes && (
        <Note tone="info">
          These are the first {bytes(shownBytes)} of {bytes(size)}. Download the file to read all of it.
        </Note>
      )}
    </>
  );
}

/** Undefined for what isn’t text. The last bytes may be the beginning of a character. */
function textIn(read: Uint8Array<ArrayBuffer>): string | undefined {
  if (read.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(read, { stream: true });
  } catch {
    return undefined;
  }
}
