import { keptContentOf } from '@loggia/protocol';
import { Download, FileText, LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { readKept } from '../../host/kept-content.ts';
import { save, saveFrom } from '../../host/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { bytes as sizeOf } from '../../ui/bytes.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { useScene } from '../chat/scene.tsx';
import { addToDesk } from '../composer/file-actions.ts';
import { FoldedText } from './folded-text.tsx';

interface KeptResultProps {
  readonly uri: string;
  readonly size: number | undefined;
  /** The name of the tool. */
  readonly name: string;
}

/** A part of a result that was too long for the chat. It stays as long as the message does. */
export function KeptResult({ uri, size, name }: KeptResultProps) {
  const host = useHost();
  const { workspace, chat } = useScene();
  const [text, setText] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const hash = keptContentOf(uri);
  const much = size === undefined ? '' : `, ${sizeOf(size)}`;
  const during = (work: Promise<unknown>): void => {
    setBusy(true);
    attempt(work.finally(() => setBusy(false)));
  };
  const show = async (): Promise<void> => setText(new TextDecoder().decode(await readKept(host, chat, uri)));
  const download = async (): Promise<void> => {
    if (hash === undefined) save(name, [await readKept(host, chat, uri)]);
    else saveFrom(`${await host.content.linkFile(chat, hash)}?download=1`);
  };
  return (
    <div className="call-block">
      <p className="call-cut">
        This part of the result is too long to show here{much}. It is kept whole with the message.
      </p>
      <div className="call-actions">
        {text === undefined && (
          <Button size="small" icon={<FileText />} disabled={isBusy} onClick={() => during(show())}>
            {isBusy ? 'Loading…' : 'Show it'}
          </Button>
        )}
        <Button size="small" icon={<Download />} disabled={isBusy} onClick={() => during(download())}>
          Download
        </Button>
        {hash !== undefined && (
          <Button
            size="small"
            icon={<LayoutDashboard />}
            disabled={isBusy}
            onClick={() => during(addToDesk(host, { name, hash }, { workspace }))}
          >
            Add to desk
          </Button>
        )}
      </div>
      {text !== undefined && <FoldedText text={text} label="The whole result" />}
    </div>
  );
}
