import type { CallUnderWay } from '@loggia/protocol';
import { Suspense, useSyncExternalStore } from 'react';
import { useHost } from '../host/host-context.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { followerOf } from './call-follower.ts';
import { useQuestionForm } from './question-form-slot.ts';

export function useCallsUnderWay(): readonly CallUnderWay[] {
  const follower = followerOf(useHost());
  return useSyncExternalStore(follower.subscribe, follower.calls);
}

/** The questions of a call's server, each in the form that conversations use. */
export function OpenQuestions({ call }: { readonly call: CallUnderWay }) {
  const host = useHost();
  const QuestionForm = useQuestionForm();
  return (
    <Suspense fallback={null}>
      {call.questions.map((request) => (
        <QuestionForm
          key={request.id}
          request={request}
          onAnswer={(response, answers) =>
            attempt(
              host.ask('x-loggia/answerCall', {
                call: call.id,
                question: request.id,
                response,
                ...(answers && { answers }),
              }),
            )
          }
        />
      ))}
    </Suspense>
  );
}
