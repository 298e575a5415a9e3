import type { Customization, McpServerCustomization } from '@loggia/protocol';
import { asLabel } from '../ui/foreign-words.ts';
import { isRasterAddress } from '../ui/inert-formats.ts';

/** The facts about a View's server that matter to the View. */
export interface ServerFacts {
  readonly id: string;
  readonly name: string;
  /** An icon that needs no network request. */
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
  /** The remedy, besides retrying. */
  readonly remedy?: 'signIn' | 'servers' | 'wait';
}

/** Why a View of that server can't be shown; undefined if it can. */
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
      return { title: `${name} isn’t working`, text: state.error.message, remedy: 'servers' };
    case 'stopped':
      return {
        title: `${name} is stopped`,
        text: 'Start it to use the View.',
        remedy: 'servers',
      };
    default:
      return channel === undefined
        ? {
            title: `${name} offers nothing to Views`,
            text: 'It offers neither tools nor resources to Views. Check it on the servers page.',
            remedy: 'servers',
          }
        : undefined;
  }
}
