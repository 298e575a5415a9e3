import type { Launch } from '@loggia/protocol';
import { launchFacts } from './launch-words.ts';

/** A command line or address, whole. Each word stands by itself, so that one sees where it begins and ends. */
export function LaunchView({ launch, side }: { readonly launch: Launch; readonly side: 'before' | 'now' }) {
  return (
    <dl className="launch" data-side={side}>
      {launchFacts(launch).map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code dir="ltr">{words.join(' ')}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
