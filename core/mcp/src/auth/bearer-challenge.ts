import { parseChallenges, type HeaderChallenge } from './challenge-header.ts';
import { oneLine } from './one-line.ts';

/** A server's requirements for the token (RFC 6750, 3; RFC 9728, 5.1). */
export interface BearerChallenge {
  readonly error: string | undefined;
  /** Plain text, bounded. */
  readonly description: string | undefined;
  readonly scopes: readonly string[];
  /** As the server wrote it, unchecked. */
  readonly metadataUrl: string | undefined;
}

const longestDescription = 500;
const longestScope = 200;
const mostScopes = 100;

const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Servers quote what they refuse. Secrets sent to them must not appear in texts that everybody sees. */
function withhold(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[secret]')), text);
}

function scopesOf(text: string): string[] {
  const scopes = text.split(' ').filter((scope) => scope.length <= longestScope && scopeToken.test(scope));
  return [...new Set(scopes)].slice(0, mostScopes);
}

/** If there are several, the first with parameters. */
function bearerOf(challenges: readonly HeaderChallenge[]): HeaderChallenge | undefined {
  const bearers = challenges.filter(({ scheme }) => scheme === 'bearer');
  const telling = bearers.find(
    ({ parameters }) => parameters.has('error') || parameters.has('resource_metadata'),
  );
  return telling ?? bearers[0];
}

/** `sent` are the secrets in the request. */
export function readBearerChallenge(header: string | null, sent: readonly string[] = []): BearerChallenge {
  const parameters = bearerOf(parseChallenges(header ?? ''))?.parameters;
  return {
    error: parameters?.get('error'),
    description:
      oneLine(withhold(parameters?.get('error_description') ?? '', sent), longestDescription) || undefined,
    scopes: scopesOf(withhold(parameters?.get('scope') ?? '', sent)),
    metadataUrl: parameters?.get('resource_metadata'),
  };
}
