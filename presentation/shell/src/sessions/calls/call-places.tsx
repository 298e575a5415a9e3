import {
  callLocationsOf,
  locationWords,
  type CallLocation,
  type SessionState,
  type ToolCall,
} from '@loggia/protocol';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useChannel } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { asLabel } from '../../ui/foreign-words.ts';
import { useScene } from '../chat/scene.tsx';
import { FileDialog } from './file-dialog.tsx';

/** The files that a call of an agent's own works on. Those in the session's folders can be opened. */
export function CallPlaces({ call }: { readonly call: ToolCall }) {
  const { session } = useScene();
  const folders = useChannel<SessionState>(session)?.state?.workingDirectories ?? [];
  const [opened, setOpened] = useState<CallLocation>();
  const places = callLocationsOf(call);
  if (places.length === 0) return null;
  return (
    <div>
      <dt>{places.length === 1 ? 'File' : 'Files'}</dt>
      <dd className="call-places">
        {places.map((place) => {
          const words = asLabel(locationWords(place, folders));
          return isIn(place, folders) ? (
            <Button
              key={words}
              kind="quiet"
              size="small"
              icon={<FileText />}
              aria-haspopup="dialog"
              onClick={() => setOpened(place)}
            >
              {words}
            </Button>
          ) : (
            <code key={words}>{words}</code>
          );
        })}
        {opened !== undefined && (
          <FileDialog
            place={opened}
            title={locationWords({ uri: opened.uri }, folders)}
            onClose={() => setOpened(undefined)}
          />
        )}
      </dd>
    </div>
  );
}

function isIn({ uri }: CallLocation, folders: readonly string[]): boolean {
  return folders.some((folder) => uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
}
