import type { ConfirmationOption, StateAction, ToolCallIn } from '@loggia/protocol';

export type Decision = Omit<
  Extract<StateAction, { type: 'chat/toolCallConfirmed' }>,
  'type' | 'turnId' | 'toolCallId'
>;

export interface Choice {
  readonly label: string;
  readonly approves: boolean;
  readonly decision: Decision;
}

const approval: Decision = { approved: true, confirmed: 'user-action' };
const denial: Decision = { approved: false, reason: 'denied' };

/** The possible answers, as the host offers them; yes and no where it offers none of a kind. */
export function choicesFor({
  options = [],
}: Pick<ToolCallIn<'pending-confirmation'>, 'options'>): readonly Choice[] {
  const of = (kind: 'approve' | 'deny', otherwise: string, decision: Decision): readonly Choice[] => {
    // An option of an unknown kind must not become a yes, so it isn't offered.
    const own = options.filter((option) => option.kind === kind).toSorted(byGroup);
    const approves = kind === 'approve';
    if (own.length === 0) return [{ label: otherwise, approves, decision }];
    return own.map(({ id, label }) => ({
      label,
      approves,
      decision: { ...decision, selectedOptionId: id },
    }));
  };
  return [...of('approve', 'Allow', approval), ...of('deny', 'Deny', denial)];
}

function byGroup(a: ConfirmationOption, b: ConfirmationOption): number {
  return (a.group ?? 0) - (b.group ?? 0);
}

export function withEditedInput(choice: Choice, edited: string | undefined): Decision {
  if (!choice.approves || edited === undefined) return choice.decision;
  return { ...choice.decision, editedToolInput: edited };
}

export function withReason(choice: Choice, reason: string): Decision {
  const said = reason.trim();
  if (choice.approves || said === '') return choice.decision;
  return { ...choice.decision, reasonMessage: said };
}
