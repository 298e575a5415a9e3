import { ProtocolError, type ArtifactSummary } from '@loggia/protocol';
import { namedInErrors } from './limits.ts';

/** Quotes a user's text inside a sentence. */
export function quoted(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return `"${short}"`;
}

/** A list of limited length. */
export function listing(items: readonly string[]): string {
  const shown = items.slice(0, namedInErrors).join(', ');
  const more = items.length - namedInErrors;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Joins sentences, up to a few. */
export function sentences(items: readonly string[]): string {
  const more = items.length - namedInErrors;
  return [...items.slice(0, namedInErrors), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

export function invalid(message: string, data?: Record<string, unknown>): ProtocolError {
  return new ProtocolError('InvalidParams', message, data);
}

export function noArtifacts(ids: readonly string[]): ProtocolError {
  const what = ids.length === 1 ? 'There is no artifact' : 'There are no artifacts';
  return new ProtocolError(
    'NotFound',
    `${what} ${listing(ids.map(quoted))}. List the artifacts again: it may have been purged.`,
    { artifacts: ids.slice(0, 100) },
  );
}

export function noWorkspace(id: string): ProtocolError {
  return new ProtocolError('NotFound', `There is no workspace ${quoted(id)}. List the workspaces again.`);
}

export function noCollection(id: string): ProtocolError {
  return new ProtocolError('NotFound', `There is no collection ${quoted(id)}. List the collections again.`);
}

export function noVersion(artifact: string, version: number, newest: number): ProtocolError {
  const has = newest === 0 ? 'It has not been committed yet' : `Its newest is version ${newest}`;
  return new ProtocolError('NotFound', `Artifact ${quoted(artifact)} has no version ${version}. ${has}.`);
}

/** A conflict with another change. Carries the current state, so that the caller can show it or repeat the change. */
export function changedMeanwhile(newest: readonly ArtifactSummary[]): ProtocolError {
  const said = newest.map(
    ({ title, revision }) => `${quoted(title)} has changed since; it is at revision ${revision} now.`,
  );
  const [first] = newest;
  return new ProtocolError(
    'Conflict',
    `${sentences(said)} Review the newest version, then repeat your change.`,
    newest.length === 1 && first ? { artifact: first } : { artifacts: newest.slice(0, 100) },
  );
}
