import path from 'node:path';
import { StartError } from '../start-error.ts';
import { actualPath, database, exists, partialOf, setAside } from './restore-places.ts';

/**
 * Throws if a restore was cut off before the data was in place: a host would start empty, and the data would seem to be
 * lost. Returns the folder that a restore left beside complete data, if there is one.
 */
export async function assertNoUnfinishedRestore(dataDirectory: string): Promise<string | undefined> {
  const directory = await actualPath(dataDirectory);
  const partial = (await exists(partialOf(directory))) ? partialOf(directory) : undefined;
  if (await exists(path.join(directory, database))) return partial;
  const [aside] = await setAside(directory);
  if (partial === undefined && aside === undefined) return undefined;
  const away = (await exists(directory)) ? `move ${directory} away and ` : '';
  const wait = partial === undefined ? '' : ' Wait if it is still running.';
  const back =
    aside === undefined ? '' : ` To go back to the earlier data, ${away}rename ${aside} to ${directory}.`;
  const others = [partial, aside].filter((folder) => folder !== undefined).join(' and ');
  throw new StartError(
    1,
    `${directory} has no database because a restore did not finish, or because it was removed later.${wait} To restore, run "loggia restore BACKUP --data ${dataDirectory}" again.${back} To start empty, move ${others} to another folder.`,
  );
}
