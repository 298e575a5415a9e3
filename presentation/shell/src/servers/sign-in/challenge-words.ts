import type { AuthChallenge } from '@loggia/protocol';
import { asLabel, asName } from '../../ui/foreign-words.ts';

const mostScopes = 12;

/** Words that users should read before they agree. */
export interface ChallengeWords {
  readonly title: string;
  /** The server's own words, cut. */
  readonly description: string | undefined;
  /** Where the sign-in happens. */
  readonly authority: string;
  readonly scopes: readonly string[];
  readonly moreScopes: number;
}

export function challengeWords(challenge: AuthChallenge, name: string): ChallengeWords {
  const { resource, requiredScopes, description } = challenge;
  const scopes = requiredScopes && requiredScopes.length > 0 ? requiredScopes : resource.scopes_supported;
  const all = [...new Set(scopes ?? [])];
  return {
    title: titleOf(challenge, asLabel(name)),
    description: plain(description),
    authority: hostOf(resource.authorization_servers?.[0] ?? resource.resource),
    scopes: all.slice(0, mostScopes).map((scope) => asName(scope.slice(0, 80))),
    moreScopes: Math.max(0, all.length - mostScopes),
  };
}

function titleOf({ reason }: AuthChallenge, name: string): string {
  if (reason === 'expired') return `Your sign-in to “${name}” has expired.`;
  if (reason === 'insufficientScope') return `“${name}” asks for more access.`;
  return `“${name}” asks you to sign in.`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address.slice(0, 100);
}

function plain(text: string | undefined): string | undefined {
  const words = asName(text ?? '');
  if (words === '') return undefined;
  return words.length > 300 ? `${words.slice(0, 299)}…` : words;
}
