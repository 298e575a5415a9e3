import { ClientError, HostError } from '@loggia/client';
import { SignInError } from '@loggia/client/oauth';
import { CommandFailed } from '../failure.ts';

/** Any error as a sentence with an exit code. Undefined for a bug of ours. */
export function failureOf(error: unknown, interrupted: AbortSignal): CommandFailed | undefined {
  if (error instanceof CommandFailed) return error;
  if (interrupted.aborted) return new CommandFailed('interrupted', 'Stopped.', { cause: error });
  if (error instanceof HostError) return failureOfHost(error);
  if (error instanceof ClientError) {
    const outcome = error.kind === 'disconnected' || error.kind === 'closed' ? 'noHost' : 'failed';
    const message =
      outcome === 'noHost'
        ? 'The connection to the host was lost. Check with "loggia doctor" whether it is running, and look at the result before you try again.'
        : error.message;
    return new CommandFailed(outcome, message, { cause: error });
  }
  if (error instanceof SignInError) {
    return new CommandFailed(error.kind === 'cancelled' ? 'signInNeeded' : 'failed', error.message, {
      cause: error,
    });
  }
  return undefined;
}

function failureOfHost(error: HostError): CommandFailed {
  if (error.kind === 'AuthRequired') {
    return new CommandFailed(
      'signInNeeded',
      `${error.message} Run "loggia servers login NAME" for the server.`,
      {
        cause: error,
      },
    );
  }
  if (error.kind === 'MethodNotFound') {
    return new CommandFailed(
      'failed',
      'This host is older than this command and cannot do that. Update it.',
      {
        cause: error,
      },
    );
  }
  if (error.kind === 'Conflict') {
    return new CommandFailed('failed', `${error.message}${howToGoOn(error.data)}`, { cause: error });
  }
  return new CommandFailed('failed', error.message, { cause: error });
}

/** The host says who was faster, and what the artifact is now. */
function howToGoOn(data: unknown): string {
  const { artifact } = (data ?? {}) as { readonly artifact?: { readonly id?: unknown } };
  if (typeof artifact?.id !== 'string') return '';
  return ` "loggia artifacts show ${artifact.id}" shows it. Run the command again to continue from there.`;
}
