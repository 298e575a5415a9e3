import { useHost } from '../host/host-context.tsx';
import type { Answer } from '../host/use-answer.ts';
import { asLabel } from '../ui/foreign-words.ts';
import { Switch } from '../ui/switch.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { isReviewed, type Reviews } from './reviewed.ts';

/** Whether the user reads results before the agent does: of one tool, or of all tools of a server. */
export function ReviewSwitch({
  server,
  name,
  tool,
  answer: { value, again },
}: {
  readonly server: string;
  /** The server's name. */
  readonly name: string;
  readonly tool?: string;
  /** The choices so far. */
  readonly answer: Pick<Answer<Reviews>, 'value' | 'again'>;
}) {
  const host = useHost();
  if (value === undefined) return null;
  const { checked, fixedBy } = isReviewed(value, { server, name, tool });
  const set = async (review: boolean): Promise<void> => {
    await host.ask('x-loggia/setReview', { server, ...(tool !== undefined && { tool }), review });
    again();
  };
  const what = tool === undefined ? `all tools of ${asLabel(name)}` : asLabel(tool);
  return (
    <div className="tool-review">
      <Switch
        label={`Review results of ${what}`}
        checked={checked}
        disabled={fixedBy !== undefined}
        onChange={(review) => attempt(set(review))}
      />
      <div>
        {tool === undefined ? 'Review results of all tools' : 'Review results'}
        <p className="servers-hint">
          {fixedBy ?? 'You read each result and decide whether the agent may see it.'}
        </p>
      </div>
    </div>
  );
}
