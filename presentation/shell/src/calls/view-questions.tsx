import { Dialog } from '../ui/dialog.tsx';
import { asName } from '../ui/foreign-words.ts';
import { OpenQuestions, useCallsUnderWay } from './open-questions.tsx';
import { useHost } from '../host/host-context.tsx';
import { attempt } from '../ui/toast-queue.ts';

/** Questions that a server asks during a View's call. The View can't show them, so the shell does. */
export function ViewQuestions() {
  const host = useHost();
  const asking = useCallsUnderWay().find(({ by, questions }) => by === 'view' && questions.length > 0);
  if (asking === undefined) return null;
  return (
    <Dialog
      open
      title={`${asName(asking.serverName)} asks`}
      description={`For ${asName(asking.tool)}, which a View called.`}
      width={520}
      onClose={() => {
        for (const { id: question } of asking.questions)
          attempt(host.ask('x-loggia/answerCall', { call: asking.id, question, response: 'cancel' }));
      }}
    >
      <OpenQuestions call={asking} />
    </Dialog>
  );
}
