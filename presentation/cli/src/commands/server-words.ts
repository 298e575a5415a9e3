import type { ServerReport } from '@loggia/protocol';
import { printableLine } from '../output/printable.ts';
import type { Style } from '../output/style.ts';
import { quoted } from './visit.ts';

/** The state of a server in a word or two. */
export function stateWord({ state, enabled, trusted, approval, installing, idle }: ServerReport): string {
  if (approval?.decision === 'waiting') return 'waiting for approval';
  if (approval?.decision === 'declined') return 'declined';
  if (!trusted) return 'not trusted';
  if (!enabled) return 'disabled';
  if (idle) return 'idle';
  if (state.kind === 'starting' && installing) return 'installing';
  switch (state.kind) {
    case 'ready':
    case 'starting':
    case 'stopped':
      return state.kind;
    case 'error':
      return 'failed';
    case 'authRequired':
      if (state.reason === 'expired') return 'sign-in expired';
      if (state.reason === 'insufficientScope') return 'needs more access';
      return 'needs sign-in';
    default:
      // A newer host may have more of them.
      return (state as { readonly kind: string }).kind;
  }
}

export function paintState(server: ServerReport, text: string, style: Style): string {
  if (!server.trusted) return style.warning(text);
  if (!server.enabled) return style.faint(text);
  if (server.state.kind === 'ready') return style.good(text);
  if (server.state.kind === 'error') return style.bad(text);
  if (server.state.kind === 'authRequired') return style.warning(text);
  return style.faint(text);
}

/** Why it is so and what to do; undefined where there is nothing to do. */
export function stateReason(server: ServerReport): string | undefined {
  const { state, trusted, enabled, source, approval, installing } = server;
  const name = quoted(printableLine(server.name));
  if (!trusted && approval?.decision === 'declined')
    return `You declined to run it. If you have changed your mind, run "loggia servers approve ${name}".`;
  if (!trusted && source.kind === 'added')
    return `It doesn't start until you approve it. Run "loggia servers approve ${name}".`;
  if (!trusted) {
    const from = approval?.source ?? source.uri;
    const at = from === undefined ? 'SOURCE' : quoted(printableLine(from));
    return approval?.changed
      ? `It is new or has changed since you trusted its source. Run "loggia trust add ${at}" to see how, and to decide.`
      : `Nothing in its source runs until you trust it. Run "loggia trust add ${at}".`;
  }
  if (!enabled) return offReason(server, name);
  if (state.kind === 'error') return `${errorOf(server)} See "loggia servers logs ${name}".`;
  if (state.kind === 'authRequired') return `Run "loggia servers login ${name}".`;
  if (state.kind === 'starting' && installing)
    return `Its package is being installed with ${printableLine(installing.by)}, which can take minutes. Cancel with "loggia servers stop ${name}".`;
  return undefined;
}

function offReason({ enablement = [] }: ServerReport, name: string): string {
  const [decision] = enablement;
  if (decision === undefined || decision.enabled)
    return 'The plugin that it is part of is turned off. Turn the plugin on to use it.';
  if (decision.kind === 'global')
    return `It is turned off everywhere. Turn it on with "loggia servers enable ${name}".`;
  const option = decision.kind === 'session' ? '--session' : '--workspace';
  return `It is turned off in this ${decision.kind}. Turn it on with "loggia servers enable ${name} ${option} …".`;
}

/** The server's error as a sentence. */
export function errorOf({ state }: ServerReport): string {
  const text = state.kind === 'error' ? state.error.message.trim() : '';
  if (text === '') return 'It failed.';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function transportWords({ transport }: ServerReport): string {
  if (transport.kind === 'stdio') {
    const program = transport.command.split(/[/\\]/).at(-1) ?? '';
    return [transport.sandbox ? 'sandboxed' : 'stdio', program, ...transport.args].join(' ');
  }
  return `${transport.kind} ${transport.url}`;
}

export function sourceWords({ source }: ServerReport): string {
  if (source.kind === 'host') return 'configuration';
  const name = source.kind === 'added' ? undefined : (source.name ?? source.uri);
  return name === undefined ? source.kind : `${source.kind} ${name}`;
}
