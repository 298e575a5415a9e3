import { lazy, Suspense, useSyncExternalStore } from 'react';
import { pendingQuestions, subscribe } from './question-queue.ts';

// Loaded with the first question, because most visits begin without any.
const Asked = lazy(async () => ({ default: (await import('./asked-question.tsx')).AskedQuestion }));

/** Where questions appear; once in the page. */
export function Confirmations() {
  const [first] = useSyncExternalStore(subscribe, pendingQuestions);
  // Each is a separate dialog: the second click of a double click must not answer an unread question.
  return (
    first && (
      <Suspense fallback={null}>
        <Asked key={first.id} question={first} />
      </Suspense>
    )
  );
}
