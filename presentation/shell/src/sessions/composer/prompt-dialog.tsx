import type { ServerPrompt } from '@loggia/protocol';
import { useRef } from 'react';
import { PromptForm, type Filled, type PromptScope } from '../../servers/prompt-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { asName } from '../../ui/foreign-words.ts';

/** Asks for the arguments of a prompt before it goes into a message. */
export function PromptDialog({
  prompt,
  scope,
  onFilled,
  onClose,
}: {
  readonly prompt: ServerPrompt;
  readonly scope: PromptScope;
  onFilled(filled: Filled): void;
  onClose(): void;
}) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      title={prompt.title ?? prompt.name}
      description={`A prompt of ${asName(prompt.serverName)}`}
      width={480}
      initialFocus={first}
      onClose={onClose}
    >
      {prompt.description !== undefined && <p className="prompt-says">{asName(prompt.description)}</p>}
      <PromptForm
        prompt={prompt}
        scope={scope}
        action="Insert prompt"
        kind="primary"
        first={first}
        onFilled={onFilled}
      />
    </Dialog>
  );
}
