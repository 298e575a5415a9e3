import { lazy, Suspense, useEffect, useState } from 'react';
import { MessageSquareText } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { useReadable, useWorkspace } from '../host/use-channel.ts';
import { suggestionsFor } from '../introduction/suggestions.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Arches } from '../ui/arches.tsx';
import { Note } from '../ui/states.tsx';
import { tell } from '../ui/toast-queue.ts';
import { messageOf, type Draft } from './chat/speak.ts';
import { subjectToComment, takeSubject } from './comments/comment-subject.ts';
import { Composer } from './composer/composer.tsx';
import { firstDraft } from './composer/drafts.ts';
import { handFocusOn, keepFocusHere } from './composer/hand-focus-on.ts';
import { useNewOptions } from './composer/use-new-options.ts';
import { NewSessionFolder } from './folder/new-session-folder.tsx';
import { beginSession } from './list/session-changes.ts';
import { useAgents } from '../session-list/use-sessions.ts';

const ConnectCard = lazy(async () => ({
  default: (await import('../models/connect-card.tsx')).ConnectCard,
}));

/** Comments belong to a session, and here isn't one yet. */
function useNoComments(): void {
  const waiting = useReadable(subjectToComment);
  useEffect(() => {
    if (waiting === undefined || takeSubject() === undefined) return;
    tell('Comments belong to a session. Open one, or send a first message, and comment then.');
  }, [waiting]);
}

/** Shown before the first message, so that no empty sessions are left behind. */
export function NewSession({
  workspace,
  onMade,
}: {
  readonly workspace: string;
  onMade(session: string): void;
}) {
  const host = useHost();
  const known = useAgents();
  const agents = known ?? [];
  const [provider, setProvider] = useState<string>();
  const [folders, setFolders] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const preferred = useAnswer('x-loggia/readWorkspaceSettings', { workspace }).value?.settings.agent;
  const named = (wanted: string | undefined) => agents.find((other) => other.provider === wanted);
  const agent = named(provider) ?? named(preferred) ?? agents[0];
  const options = useNewOptions(workspace, agent);
  const { connectCard } = usePreferences();
  // A second agent without models is a program that has its own.
  const isWithoutModel =
    known !== undefined && known.length < 2 && known.every(({ models }) => models.length === 0);
  const begin = async (draft: Draft): Promise<void> => {
    setBusy(true);
    handFocusOn();
    try {
      await beginSession(
        host.client,
        {
          ...{ workspace, provider: agent?.provider, folders },
          ...{ message: messageOf(draft), settings: options.chosen },
        },
        onMade,
      );
    } catch (error) {
      keepFocusHere();
      throw error;
    } finally {
      setBusy(false);
    }
  };
  const keeper = firstDraft(host, workspace);
  useNoComments();
  const suggestions = suggestionsFor(useWorkspace(workspace)?.state);
  return (
    <div className="new-session">
      <div className="new-session-middle scroll-area">
        <Arches />
        <h2>What would you like to do?</h2>
        <p>{agent?.description ?? 'Ask for something, or try one of these.'}</p>
        {known !== undefined && agents.length === 0 && (
          <Note tone="warning">This host has no agent. Connect a model, or add an agent under Settings.</Note>
        )}
        <ul className="new-session-suggestions">
          {suggestions.map((says) => (
            <li key={says}>
              <button
                type="button"
                disabled={isBusy}
                onClick={() => {
                  keeper.edit({ text: says });
                  void begin({ ...keeper.take(), text: says }).catch(() => undefined);
                }}
              >
                <MessageSquareText aria-hidden />
                {says}
              </button>
            </li>
          ))}
        </ul>
        <NewSessionFolder folders={folders} onChange={setFolders} />
        {isWithoutModel && connectCard && (
          <Suspense fallback={null}>
            <ConnectCard />
          </Suspense>
        )}
      </div>
      <Composer
        workspace={workspace}
        keeper={keeper}
        agent={agent}
        customizations={agent?.customizations}
        placeholder="Write the first message"
        isRunning={false}
        isDisabled={isBusy}
        config={options.config}
        onAgent={setProvider}
        onOption={options.choose}
        onSend={begin}
      />
    </div>
  );
}
