import type { Icon } from '@loggia/protocol';
import { Plug, Wrench } from 'lucide-react';
import { useTheme } from '../../preferences/use-theme.ts';
import { iconAddress } from './call-words.ts';

/** The icon of a tool's owner; a plug for a server without one, a tool for the agent's own. */
export function ServerIcon({
  icons,
  isServer,
}: {
  readonly icons: readonly Icon[] | undefined;
  readonly isServer: boolean;
}) {
  const src = iconAddress(icons, useTheme());
  return (
    <span className="call-icon" aria-hidden>
      {src === undefined ? isServer ? <Plug /> : <Wrench /> : <img src={src} alt="" />}
    </span>
  );
}
