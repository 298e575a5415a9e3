import type { ChangesetFile, ChangesetState } from '@loggia/protocol';
import { useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { confirm } from '../../ui/question-queue.ts';
import { tell } from '../../ui/toast-queue.ts';
import { plain } from '../calls/call-words.ts';
import { countOf, wordsOf } from './change-words.ts';

/** The operations on a file of a changeset; without a file, on all that aren't kept. */
export interface Operations {
  readonly isBusy: boolean;
  /** Why the last attempt with this file, or with all of them, failed. */
  problemOf(file: string | undefined): string | undefined;
  keep(file?: ChangesetFile): void;
  revert(file?: ChangesetFile): void;
}

export function useOperations(
  uri: string,
  state: ChangesetState | undefined,
  onLeft: () => void,
): Operations {
  const { client } = useHost();
  const [problems, setProblems] = useState<ReadonlyMap<string | undefined, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const invoke = async (operationId: string, file: ChangesetFile | undefined): Promise<void> => {
    setBusy(true);
    const others = [...problems].filter(([about]) => about !== file?.id);
    setProblems(new Map(others));
    try {
      const target = file && { target: { kind: 'resource' as const, resource: file.id } };
      const answer = await client.request('invokeChangesetOperation', {
        channel: uri,
        operationId,
        ...target,
      });
      const said = plain(answer.message);
      if (said !== '') tell(said);
      // The buttons that were used are gone or changed.
      onLeft();
    } catch (error) {
      setProblems(new Map([...others, [file?.id, asError(error).message]]));
    } finally {
      setBusy(false);
    }
  };
  const revert = async (file: ChangesetFile | undefined): Promise<void> => {
    const open = (state?.files ?? []).filter(({ reviewed }) => reviewed !== true).length;
    const { confirmation } = state?.operations?.find(({ id }) => id === 'revert') ?? {};
    const isAgreed = await confirm({
      title: file ? `Revert ${wordsOf(file).name}?` : `Revert ${countOf(open)}?`,
      text: plain(confirmation) || 'The files go back to how they were before these changes.',
      action: 'Revert',
      danger: true,
    });
    if (isAgreed) await invoke('revert', file);
  };
  return {
    isBusy,
    problemOf: (file) => problems.get(file),
    keep: (file) => void invoke('keep', file),
    revert: (file) => void revert(file),
  };
}
