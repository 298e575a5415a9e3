import { wrongUsage } from '../../failure.ts';

/** What the chat itself understands, beside messages. A colon, because agents have commands with a slash. */
export type OwnCommand =
  | { readonly kind: 'quit' }
  | { readonly kind: 'new' | 'sessions' | 'resume' | 'help' }
  | { readonly kind: 'open'; readonly session: string };

const kinds: Readonly<Record<string, Exclude<OwnCommand['kind'], 'open'>>> = {
  ':quit': 'quit',
  ':q': 'quit',
  ':exit': 'quit',
  ':new': 'new',
  ':sessions': 'sessions',
  ':resume': 'resume',
  ':help': 'help',
};

export const ownHelp = `:new starts a new session
:sessions shows the latest ones, :open ID goes on with one
:resume lets a turn go on that broke off
:quit leaves, and so does Ctrl-D
Ctrl-C cancels what is running`;

/** Undefined for a message. Throws for a command that there is not. */
export function ownCommand(text: string): OwnCommand | undefined {
  if (!/^:[a-z]/.test(text)) return undefined;
  const [word = '', rest, ...others] = text.split(/\s+/);
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  if (kind !== undefined && rest === undefined) return kind === 'quit' ? { kind } : { kind };
  if (word === ':open' && rest !== undefined && others.length === 0) return { kind: 'open', session: rest };
  throw wrongUsage(
    `There is no "${text}" here; :help shows what there is. To say it, put a space before it.`,
  );
}
