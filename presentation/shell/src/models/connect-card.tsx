import './models.css';
import { Radar, Sparkles, X } from 'lucide-react';
import { useAnswer } from '../host/use-answer.ts';
import { preferences } from '../preferences/use-preferences.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { askToConnect } from './connect-state.ts';

/** Tells a conversation without a model what is missing, and links to it. Dismissing it counts as seen. */
export function ConnectCard() {
  const { value } = useAnswer('x-loggia/listModelProviders', {});
  const found = value?.offers.find((offer) => offer.found !== undefined);
  return (
    <aside className="connect-card" aria-label="Connect a model">
      {found ? <Radar aria-hidden /> : <Sparkles aria-hidden />}
      <p>
        <strong>{found ? `${found.label} is running on this machine` : 'No model connected'}</strong>
        <span>
          {found
            ? 'Connect it to ask anything.'
            : 'I can run tools that you name. With a model, ask anything.'}
        </span>
      </p>
      <Button kind="primary" size="small" onClick={() => askToConnect()}>
        Connect a model
      </Button>
      <IconButton
        label="Dismiss"
        size="small"
        icon={<X />}
        onClick={() => preferences.set({ connectCard: false })}
      />
    </aside>
  );
}
