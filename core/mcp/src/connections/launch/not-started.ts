import { errnoOf } from '@loggia/access';
import { StartFailure } from '../start-failure.ts';

/** Resource shortages on the machine pass, so the server is retried later. */
const shortages: Readonly<Record<string, string>> = {
  EMFILE: 'the host has too many files open. Close connections, or raise its limit on open files.',
  ENFILE: 'too many files are open on this machine. Close programs, or raise the limit on open files.',
  EAGAIN: 'too many processes are running. End some of them, or raise the limit on processes.',
  ENOMEM: 'not enough memory is free. Close programs, or add memory.',
};

/** Why a program could not be started, as a sentence. */
export function notStarted(command: string, error: unknown): StartFailure {
  const name = JSON.stringify(command);
  const code = errnoOf(error) ?? '';
  const shortage = shortages[code];
  if (shortage !== undefined)
    return new StartFailure(`The program ${name} could not be started: ${shortage}`, {
      lasting: false,
      shortage: true,
      cause: error,
    });
  const lasting: Readonly<Record<string, string>> = {
    ENOENT: command.includes('/')
      ? `There is no program at ${name}. Install it or correct the command.`
      : `There is no program ${name} on the PATH. Install it or correct the command.`,
    EACCES: `The program ${name} may not be run. Make it executable or correct the command.`,
    E2BIG: `The arguments and environment of ${name} are too long. Shorten them.`,
  };
  const detail = error instanceof Error ? error.message : String(error);
  const message = lasting[code] ?? `The program ${name} could not be started: ${detail}`;
  return new StartFailure(message, { lasting: true, cause: error });
}
