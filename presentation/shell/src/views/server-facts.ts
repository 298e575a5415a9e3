import type { Customization, McpServerCustomization } from '@loggia/protocol';
import { asLabel } from '../ui/foreign-words.ts';
import { isRasterAddress } from '../ui/inert-formats.ts';

/** The server behind a View, as far as the View is concerned. */
export interface ServerFacts {
  readonly id: string;
  readonly name: string;
  /** A picture that can be shown without asking anybody for it. */
  readonly icon: string | undefined;
  readonly state: McpServerCustomization['state'];
  /** The channel for the View's requests; a new one each time the server starts. */
  readonly channel: string | undefined;
  readonly capabilities: NonNullable<McpServerCustomization['mcpApp']>['capabilities'];
}

/** The servers of a session or workspace, and those that its plugins bring. */
export function serversIn(customizations: readonly Customization[] = []): readonly McpServerCustomization[] {
  return customizations
    .flatMap((entry) => (entry.type === 'mcpServer' ? [entry] : (entry.children ?? [])))
    .filter((entry) => entry.type === 'mcpServer');
}

export function factsOf({ id, name, icons, state, channel, mcpApp }: McpServerCustomization): ServerFacts {
  const icon = icons?.find(({ src }) => isRasterAddress(src))?.src;
  return { id, name, icon, state, channel, capabilities: mcpApp?.capabilities ?? {} };
}

export interface Trouble {
  readonly title: string;
  readonly text: string;
  /** The remedy, besides trying again. */
  readonly remedy?: 'signIn' | 'servers' | 'wait';
}

/** Why a View of that server cannot be shown; undefined where nothing is in the way. */
export function troubleOf(server: ServerFacts | undefined): Trouble | undefined {
  if (!server) {
    return {
      title: 'Its server is missing',
      text: 'This View’s server was removed or turned off. Add it or turn it on to use the View.',
      remedy: 'servers',
    };
  }
  const { state, channel } = server;
  const name = asLabel(server.name);
  switch (state.kind) {
    case 'starting':
      return { title: `${name} is starting`, text: 'The View appears when it is ready.', remedy: 'wait' };
    case 'authRequired':
      return {
        title: `${name} wants you to sign in`,
        text: 'The View appears once you are signed in.',
        remedy: 'signIn',
      };
    case 'error':
      return { title: `${name} does not work`, text: state.error.message, remedy: 'servers' };
    case 'stopped':
      return {
        title: `${name} is stopped`,
        text: 'Start it to use the View.',
        remedy: 'servers',
      };
    default:
      return channel === undefined
        ? {
            title: `${name} has nothing for Views`,
            text: 'It offers neither tools nor resources to Views. Check it on the servers page.',
            remedy: 'servers',
          }
        : undefined;
  }
}
