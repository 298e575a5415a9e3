import { wrongUsage } from '../../failure.ts';

/** The chat's own commands, beside messages. They start with a colon, because agents have commands with a slash. */
export type OwnCommand =
  | { readonly kind: 'quit' }
  | { readonly kind: 'new' | 'sessions' | 'resume' | 'help' | 'context' | 'clearContext' }
  | { readonly kind: 'open'; readonly session: string };

const kinds: Readonly<Record<string, Exclude<OwnCommand['kind'], 'open' | 'clearContext'>>> = {
  ':quit': 'quit',
  ':q': 'quit',
  ':exit': 'quit',
  ':new': 'new',
  ':sessions': 'sessions',
  ':resume': 'resume',
  ':context': 'context',
  ':help': 'help',
};

export const ownHelp = `:new starts a new session
:sessions shows the latest ones, :open ID goes on with one
:resume lets a turn go on that broke off
:context shows what Views send with your next message, :context clear removes it
:quit leaves, and so does Ctrl-D
Ctrl-C cancels what is running`;

/** Undefined for a message. Throws for an unknown command. */
export function ownCommand(text: string): OwnCommand | undefined {
  if (!/^:[a-z]/.test(text)) return undefined;
  const [word = '', rest, ...others] = text.split(/\s+/);
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (kind !== undefined && rest === undefined) return kind === 'quit' ? { kind } : { kind };
  if (word === ':context' && rest === 'clear' && others.length === 0) return { kind: 'clearContext' };
  if (word === ':open' && rest !== undefined && others.length === 0) return { kind: 'open', session: rest };
  throw wrongUsage(
    `There is no "${text}" here; :help shows what there is. To say it, put a space before it.`,
  );
}
