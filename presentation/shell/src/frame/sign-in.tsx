import './sign-in.css';
import { useState } from 'react';
import { pastedEntry, type Entry } from '../host/browser-key.ts';
import { Arches } from '../ui/arches.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

const unreadable =
  'This is neither an address that “loggia open” prints nor a token. Copy all of it, and paste it again.';

/** For a browser that isn't signed in. */
export function SignIn({
  problem,
  onEntry,
}: {
  readonly problem: string | undefined;
  onEntry(entry: Entry): Promise<void>;
}) {
  const [text, setText] = useState('');
  const [isTrying, setTrying] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  return (
    <main className="sign-in">
      <form
        className="sign-in-card"
        onSubmit={(event) => {
          event.preventDefault();
          const entry = pastedEntry(text);
          setUnreadable(entry === undefined);
          if (entry === undefined) return;
          setTrying(true);
          void onEntry(entry).finally(() => setTrying(false));
        }}
      >
        <Arches />
        <h1>Loggia</h1>
        <p>
          This host is private. Run <code>loggia open</code> on its machine and open the address it prints, or
          paste the address here.
        </p>
        <Field
          label="Address or token"
          help="The token is in the file “token” in the host’s data directory. This browser doesn’t keep it."
          error={isUnreadable ? unreadable : problem}
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="password"
              autoComplete="off"
              autoFocus
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setUnreadable(false);
              }}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={text.trim() === '' || isTrying}>
          {isTrying ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </main>
  );
}
