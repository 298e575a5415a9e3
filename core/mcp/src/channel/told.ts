import { ProtocolError } from '@loggia/protocol';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { ForeignError } from './foreign-error.ts';

/** The error that a client gets if a request to a server fails. */
export function toldOf(error: unknown): unknown {
  if (error instanceof AuthNeeded) {
    const { resource, reason, requiredScopes } = error.challenge;
    return new ProtocolError('AuthRequired', error.message, {
      resources: [resource],
      reason,
      ...(requiredScopes && { requiredScopes }),
    });
  }
  if (!(error instanceof ServerFailure)) return error;
  if (error.kind === 'refused' && error.code !== undefined)
    return new ForeignError(error.code, error.message, error.data);
  return new ProtocolError('Unavailable', error.message);
}
