import type { ReactNode } from 'react';

/** One line of a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A list of known facts; unknown ones are left out. */
export function Facts({
  of,
  className,
}: {
  readonly of: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}) {
  return (
    <dl className={className}>
      {of.map(
        ([name, value]) =>
          value !== undefined && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  );
}
