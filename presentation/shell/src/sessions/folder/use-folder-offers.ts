import { useMemo } from 'react';
import { useAnswer } from '../../host/use-answer.ts';
import { useSessions } from '../../session-list/use-sessions.ts';
import { offersFor, type Offers } from './folder-offers.ts';
import { typedIn } from './folder-path.ts';
import { useFoldersIn } from './use-folders-in.ts';

/** The folders to offer while a path is typed, without those that are taken. */
export function useFolderOffers(typed: string, taken: readonly string[]): readonly Offers[] {
  const entries = useFoldersIn(typedIn(typed).folder);
  const granted = useAnswer('x-loggia/listRoots', {}).value?.roots;
  const { sessions } = useSessions();
  return useMemo(() => {
    const isFree = (uri: string): boolean => uri.startsWith('file:') && !taken.includes(uri);
    const recent = sessions.flatMap(({ workingDirectories = [] }) => workingDirectories).filter(isFree);
    const roots = (granted ?? []).map(({ uri }) => uri).filter(isFree);
    return offersFor(typed, { recent, roots, entries });
  }, [typed, taken, entries, granted, sessions]);
}
