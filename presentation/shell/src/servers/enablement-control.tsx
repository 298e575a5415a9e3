import type { Customization, ChildCustomization } from '@loggia/protocol';
import { ChevronDown } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Switch } from '../ui/switch.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { decidedAt, isOn, toggled, type Scope } from './enablement.ts';

/** On or off, for the workspace or session that is shown, or for everywhere. */
export function EnablementControl({
  entry,
  channel,
}: {
  readonly entry: Customization | ChildCustomization;
  readonly channel: string;
}) {
  const host = useHost();
  const decide = (scope: Scope, enabled: boolean): void => {
    const enablement = toggled(entry, scope, enabled);
    const action = { type: 'session/customizationToggled' as const, id: entry.id, enablement };
    attempt(host.client.dispatch(channel, action).settled);
  };
  const isOnNow = isOn(entry);
  const here = decidedAt(entry, 'here');
  const everywhere = decidedAt(entry, 'everywhere') ?? true;
  return (
    <div className="server-enablement">
      <Switch label={`${entry.name}, here`} checked={isOnNow} onChange={(on) => decide('here', on)} />
      <span>{wordsFor(isOnNow, here, everywhere)}</span>
      <Menu
        trigger={
          <Button kind="quiet" size="small">
            Where <ChevronDown aria-hidden />
          </Button>
        }
        parts={[
          { heading: 'Only here' },
          { id: 'here-on', label: 'On here', checked: isOnNow, run: () => decide('here', true) },
          { id: 'here-off', label: 'Off here', checked: !isOnNow, run: () => decide('here', false) },
          { separator: true },
          { heading: 'Every workspace and session' },
          {
            id: 'all-on',
            label: 'On everywhere',
            checked: everywhere && here === undefined,
            run: () => decide('everywhere', true),
          },
          {
            id: 'all-off',
            label: 'Off everywhere',
            checked: !everywhere && here === undefined,
            run: () => decide('everywhere', false),
          },
        ]}
      />
    </div>
  );
}

function wordsFor(isOnNow: boolean, here: boolean | undefined, everywhere: boolean): string {
  if (here === undefined) return isOnNow ? 'On' : 'Off everywhere';
  if (here === everywhere) return isOnNow ? 'On' : 'Off';
  return isOnNow ? 'On here, off elsewhere' : 'Off here';
}
