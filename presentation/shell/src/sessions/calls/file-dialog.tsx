import { locationWords, type CallLocation } from '@loggia/protocol';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { readText } from '../../host/kept-content.ts';
import { save } from '../../host/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { asLabel } from '../../ui/foreign-words.ts';
import { Failure, Note, Skeleton } from '../../ui/states.tsx';
import { shownLines, type ShownLines } from './shown-lines.ts';

type Loaded = { readonly text: string } | { readonly error: Error };

/** A file of the host's machine as it is now, at the line that a call named. */
export function FileDialog({
  place: { uri, line },
  title,
  onClose,
}: {
  readonly place: CallLocation;
  readonly title: string;
  onClose(): void;
}) {
  const host = useHost();
  const [loaded, setLoaded] = useState<Loaded>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    readText(host, uri).then(
      (text) => !isOver && setLoaded({ text }),
      (error: unknown) => !isOver && setLoaded({ error: asError(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [host, uri, round]);
  const text = loaded && 'text' in loaded ? loaded.text : undefined;
  const shown = text === undefined ? undefined : shownLines(text, line);
  const path = locationWords({ uri });
  return (
    <Dialog
      open
      title={title}
      description={`${asLabel(path)}, as it is now on the host’s machine.`}
      width={860}
      actions={
        shown !== undefined && (
          <Button icon={<Download />} onClick={() => save(path.split('/').at(-1) || 'file', [text ?? ''])}>
            Download file
          </Button>
        )
      }
      onClose={onClose}
    >
      {loaded === undefined && <Skeleton style={{ height: 160 }} />}
      {loaded && 'error' in loaded && (
        <Failure error={loaded.error} retry={() => setRound((count) => count + 1)} />
      )}
      {text !== undefined && shown === undefined && (
        <Note tone="info">
          This file isn’t text, so it can’t be shown here. Open it on the host’s machine.
        </Note>
      )}
      {shown !== undefined && <FileLines shown={shown} line={line} label={title} />}
    </Dialog>
  );
}

function FileLines({
  shown: { first, lines, of },
  line,
  label,
}: {
  readonly shown: ShownLines;
  readonly line: number | undefined;
  readonly label: string;
}) {
  const wanted = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which React would take for a clean-up.
    wanted.current?.scrollIntoView({ block: 'center' });
  }, []);
  const last = first + lines.length - 1;
  return (
    <div className="file-lines">
      {(first > 1 || last < of) && (
        <Note tone="info">{`These are lines ${first} to ${last} of ${of}. Open the file on the host’s machine to see all of it.`}</Note>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
      <pre className="scroll-area" tabIndex={0} aria-label={label}>
        {lines.map((text, index) => {
          const number = first + index;
          const isWanted = number === line;
          return (
            <span
              key={number}
              className="file-line"
              data-number={number}
              {...(isWanted && { ref: wanted, 'aria-current': 'location' })}
            >
              {`${text}\n`}
            </span>
          );
        })}
      </pre>
    </div>
  );
}
