import type { ChangesetFile, ChangesetState, ChangesetTarget } from '@loggia/protocol';
import type { ChangedLines } from '@loggia/protocol/changed-lines';
import { useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { confirm } from '../../ui/question-queue.ts';
import { tell } from '../../ui/toast-queue.ts';
import { plain } from '../calls/call-words.ts';
import { countOf, linesIn, wordsOf } from './change-words.ts';

/** The lines of a file that an operation is about. */
export interface ChosenLines {
  readonly hunk: ChangedLines;
  /** Takes the focus afterwards. */
  onLeft(): void;
}

/** The operations on a file of a changeset or on lines of it; without a file, on all that aren't kept. */
export interface Operations {
  readonly isBusy: boolean;
  /** Why the last attempt with this file, or with all of them, failed. */
  problemOf(file: string | undefined): string | undefined;
  keep(file?: ChangesetFile, lines?: ChosenLines): void;
  revert(file?: ChangesetFile, lines?: ChosenLines): void;
}

export function useOperations(
  uri: string,
  state: ChangesetState | undefined,
  onLeft: () => void,
): Operations {
  const { client } = useHost();
  const [problems, setProblems] = useState<ReadonlyMap<string | undefined, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const invoke = async (
    operationId: string,
    file: ChangesetFile | undefined,
    lines: ChosenLines | undefined,
  ): Promise<void> => {
    setBusy(true);
    const others = [...problems].filter(([about]) => about !== file?.id);
    setProblems(new Map(others));
    try {
      const target = file && { target: targetOf(file, lines) };
      const answer = await client.request('invokeChangesetOperation', {
        channel: uri,
        operationId,
        ...target,
      });
      const said = plain(answer.message);
      if (said !== '') tell(said);
      // The buttons that were used are gone or changed.
      (lines?.onLeft ?? onLeft)();
    } catch (error) {
      setProblems(new Map([...others, [file?.id, asError(error).message]]));
    } finally {
      setBusy(false);
    }
  };
  const revert = async (file?: ChangesetFile, lines?: ChosenLines): Promise<void> => {
    const open = (state?.files ?? []).filter(({ reviewed }) => reviewed !== true).length;
    const { confirmation } = state?.operations?.find(({ id }) => id === 'revert') ?? {};
    const isAgreed = await confirm({
      title: `Revert ${file ? nameOf(file, lines) : countOf(open)}?`,
      text: lines
        ? 'These lines go back to how they were before. The rest of the file stays.'
        : plain(confirmation) || 'The files go back to how they were before these changes.',
      action: 'Revert',
      danger: true,
    });
    if (isAgreed) await invoke('revert', file, lines);
  };
  return {
    isBusy,
    problemOf: (file) => problems.get(file),
    keep: (file, lines) => void invoke('keep', file, lines),
    revert: (file, lines) => void revert(file, lines),
  };
}

function nameOf(file: ChangesetFile, lines: ChosenLines | undefined): string {
  const { name } = wordsOf(file);
  return lines ? `${linesIn(lines.hunk)} of ${name}` : name;
}

function targetOf({ id: resource }: ChangesetFile, lines: ChosenLines | undefined): ChangesetTarget {
  if (!lines) return { kind: 'resource', resource };
  const { after } = lines.hunk;
  const side = after.start < after.end ? 'after' : 'before';
  const { start, end } = lines.hunk[side];
  const range = { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
  return { kind: 'range', resource, side, range };
}
