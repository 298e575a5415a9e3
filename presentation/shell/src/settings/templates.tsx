import type { TemplateReport } from '@loggia/protocol';
import { FileCode } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { bytes } from '../ui/bytes.ts';
import { Segments } from '../ui/segments.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { reachWords } from './reach-words.ts';
import { Setting } from './setting.tsx';

/** The pages that Views are made of: what each may reach, and whether it may be shown. */
export function Templates() {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/listTemplates', {});
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 200 }} />;
  return (
    <>
      <div className="settings-list">
        <Setting title="New templates" help="A template that its server changes counts as new.">
          <Segments
            label="New templates"
            value={value.unreviewed === 'ask' ? 'ask' : 'show'}
            options={[
              { value: 'show', label: 'Show them' },
              { value: 'ask', label: 'Ask first' },
            ]}
            onChange={(unreviewed) =>
              attempt(host.ask('x-loggia/setUnreviewedTemplates', { unreviewed }).then(again))
            }
          />
        </Setting>
      </div>
      {value.templates.length === 0 ? (
        <Empty icon={<FileCode />} title="No templates yet">
          Templates appear here once a View has been opened.
        </Empty>
      ) : (
        <ul className="settings-cards">
          {value.templates.map((template) => (
            <TemplateCard
              key={`${template.hash} ${template.server} ${template.resourceUri}`}
              template={template}
              onDecide={(decision) =>
                attempt(host.ask('x-loggia/decideTemplate', { hash: template.hash, decision }).then(again))
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}

function TemplateCard({
  template,
  onDecide,
}: {
  readonly template: TemplateReport;
  onDecide(decision: 'allowed' | 'blocked' | 'undecided'): void;
}) {
  const { serverName, resourceUri, hash, decision } = template;
  const known = decision === 'allowed' || decision === 'blocked' ? decision : 'undecided';
  return (
    <li className="settings-card">
      <div className="settings-card-head">
        <strong>{serverName}</strong>
        <code>{resourceUri}</code>
      </div>
      <p>It may {reachWords(template.declared).join('; ')}.</p>
      <p className="setting-help">
        {bytes(template.bytes)}, seen <TimeAgo at={template.seenAt} />,{' '}
        <Badge title={hash}>{hash.slice(0, 12)}</Badge>
      </p>
      <Segments
        label={`${serverName}, ${resourceUri}`}
        value={known}
        options={[
          { value: 'allowed', label: 'Allow' },
          { value: 'undecided', label: 'Not decided' },
          { value: 'blocked', label: 'Block' },
        ]}
        onChange={onDecide}
      />
    </li>
  );
}
