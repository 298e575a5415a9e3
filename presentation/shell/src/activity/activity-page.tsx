import './activity.css';
import { useState } from 'react';
import { Segments } from '../ui/segments.tsx';
import { FeedList, type Shown } from './feed-list.tsx';

/** The workspace's activity, by everybody. */
export function ActivityPage({ workspace }: { readonly workspace: string }) {
  const [shown, setShown] = useState<Shown>('all');
  return (
    <div className="activity scroll-area">
      <header className="activity-head">
        <div>
          <h1>Activity</h1>
          <p>Everything that happened in this workspace, newest first.</p>
        </div>
        <Segments<Shown>
          label="Show"
          value={shown}
          options={[
            { value: 'all', label: 'All' },
            { value: 'artifacts', label: 'Artifacts' },
            { value: 'commits', label: 'Commits' },
            { value: 'sessions', label: 'Conversations' },
          ]}
          onChange={setShown}
        />
      </header>
      <FeedList key={workspace} workspace={workspace} shown={shown} />
    </div>
  );
}
