import { ProtocolError, type ArtifactSummary } from '@loggia/protocol';
import { namedInErrors } from './limits.ts';

/** Text of a user inside a sentence of ours. */
export function quoted(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return `"${short}"`;
}

/** A list that stays readable, however many there are. */
export function listing(items: readonly string[]): string {
  const shown = items.slice(0, namedInErrors).join(', ');
  const more = items.length - namedInErrors;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Each in a sentence of its own, up to a few. */
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

/** Somebody else was faster. Carries what is there now, so that the caller can show it or repeat the change. */
export function changedMeanwhile(newest: readonly ArtifactSummary[]): ProtocolError {
  const said = newest.map(
    ({ title, modifiedBy, modifiedAt, revision }) =>
      `${quoted(title)} was changed by ${modifiedBy} at ${modifiedAt} (it is at revision ${revision} now).`,
  );
  const [first] = newest;
  return new ProtocolError(
    'Conflict',
    `${sentences(said)} Look at what is there now, then repeat your change.`,
    newest.length === 1 && first ? { artifact: first } : { artifacts: newest.slice(0, 100) },
  );
}
