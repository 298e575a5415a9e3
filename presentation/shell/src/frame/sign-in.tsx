import './sign-in.css';
import { useState } from 'react';
import { Arches } from '../ui/arches.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** For a browser that was opened without a token. */
export function SignIn({
  problem,
  onToken,
}: {
  readonly problem: string | undefined;
  onToken(token: string): Promise<void>;
}) {
  const [text, setText] = useState('');
  const [isTrying, setTrying] = useState(false);
  const token = /(?:[#&]token=)?([\w-]{20,})\s*$/.exec(text.trim())?.[1];
  return (
    <main className="sign-in">
      <form
        className="sign-in-card"
        onSubmit={(event) => {
          event.preventDefault();
          if (token === undefined) return;
          setTrying(true);
          void onToken(token).finally(() => setTrying(false));
        }}
      >
        <Arches />
        <h1>Loggia</h1>
        <p>
          This host is private. Open the address that <code>npm start</code> printed, or paste it, or the
          token, here.
        </p>
        <Field
          label="Address or token"
          help="The token is also in the file “token” in the host’s data directory."
          error={problem}
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="password"
              autoComplete="off"
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={token === undefined || isTrying}>
          {isTrying ? 'Trying…' : 'Enter'}
        </Button>
      </form>
    </main>
  );
}
