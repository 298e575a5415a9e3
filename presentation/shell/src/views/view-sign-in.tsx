import type { AuthChallenge } from '@loggia/protocol';
import { lazy, Suspense } from 'react';
import type { ViewFacts } from './subject.ts';

// Few servers ask for a sign-in, and its code is large.
const GrantButton = lazy(async () => ({
  default: (await import('../servers/grant-button.tsx')).GrantButton,
}));

/** Signs in to the server of a View, in the View's own place. Nothing unless the server asks for it. */
export function ViewSignIn({
  facts: { server, shownOn },
  className,
}: {
  readonly facts: ViewFacts;
  /** `view-words`: it takes the place of the View. */
  readonly className: 'view-words' | 'view-sign-in';
}) {
  if (server?.state.kind !== 'authRequired') return null;
  return (
    <div className={className}>
      <Suspense fallback={null}>
        <GrantButton
          challenge={server.state as unknown as AuthChallenge}
          serverName={server.name}
          server={server.id}
          channel={shownOn}
        />
      </Suspense>
    </div>
  );
}
