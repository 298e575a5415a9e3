import type { Launch } from '@loggia/protocol';
import { Fragment } from 'react';
import { changedWords, launchFacts } from './launch-words.ts';

/**
 * A command line or address, whole. Each word stands by itself, so that one sees where it begins and ends; where it
 * differs from `other`, it is marked.
 */
export function LaunchView({
  launch,
  other,
  side,
}: {
  readonly launch: Launch;
  readonly other?: Launch | undefined;
  readonly side: 'before' | 'now';
}) {
  const others = other && new Map(launchFacts(other).map(({ name, words }) => [name, words]));
  return (
    <dl className="launch" data-side={side}>
      {launchFacts(launch).map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code dir="ltr">
              {changedWords(words, others ? (others.get(name) ?? []) : words).map(
                ({ word, isChanged }, at) => {
                  const Word = isChanged ? 'mark' : 'span';
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- the words of one command never change
                    <Fragment key={at}>
                      {at > 0 && ' '}
                      <Word>{word}</Word>
                    </Fragment>
                  );
                },
              )}
            </code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
