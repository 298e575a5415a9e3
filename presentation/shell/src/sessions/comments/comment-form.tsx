import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { complain } from '../../ui/toast-queue.ts';

/** Where a comment or a reply is written. What couldn't be sent stays. */
export function CommentForm({
  label,
  action,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly action: string;
  onSend(text: string): Promise<void>;
  onCancel(): void;
}) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const canSend = text.trim() !== '' && !isBusy;
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setBusy(true);
    try {
      await onSend(text.trim());
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        className="input"
        aria-label={label}
        autoFocus
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send();
        }}
      />
      <div className="comment-actions">
        <Button kind="primary" size="small" type="submit" disabled={!canSend}>
          {action}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
