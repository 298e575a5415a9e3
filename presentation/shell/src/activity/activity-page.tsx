import './activity.css';
import { useState } from 'react';
import { Segments } from '../ui/segments.tsx';
import { Commits } from './commits.tsx';
import { Deliveries } from './deliveries.tsx';

type Part = 'commits' | 'deliveries';

/** What happened in the workspace, and what handlers have not been told of yet. */
export function ActivityPage({ workspace }: { readonly workspace: string }) {
  const [part, setPart] = useState<Part>('deliveries');
  return (
    <div className="activity scroll-area">
      <header className="activity-head">
        <div>
          <h1>Activity</h1>
          <p>
            {part === 'deliveries'
              ? 'Handlers are notified when an artifact is created, committed, archived or deleted. Undelivered events are listed here.'
              : 'What was committed in this workspace, newest first.'}
          </p>
        </div>
        <Segments<Part>
          label="Filter"
          value={part}
          options={[
            { value: 'deliveries', label: 'Events' },
            { value: 'commits', label: 'Commits' },
          ]}
          onChange={setPart}
        />
      </header>
      {part === 'deliveries' ? (
        <Deliveries key={workspace} workspace={workspace} />
      ) : (
        <Commits key={workspace} workspace={workspace} />
      )}
    </div>
  );
}
