import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { countWords, fits } from './picker-search.ts';

export interface PickerOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon?: ReactNode;
}

/** One of many, found by typing a part of its name. */
export function Picker({
  options,
  value,
  placeholder,
  wiring,
  counted,
  onQuery,
  onChange,
}: {
  readonly options: readonly PickerOption[];
  /** It may be missing from the options while they are searched. */
  readonly value: PickerOption | undefined;
  readonly placeholder: string;
  readonly wiring: { readonly id: string; readonly 'aria-describedby': string | undefined };
  /** The noun for the options in the count of matches; without it, no count is shown. */
  readonly counted?: string;
  /** Given where somebody else does the searching. */
  onQuery?(query: string): void;
  onChange(value: PickerOption | undefined): void;
}) {
  return (
    <Base.Root
      items={options}
      value={value ?? null}
      autoHighlight
      itemToStringLabel={({ label }: PickerOption) => label}
      isItemEqualToValue={(one: PickerOption, other: PickerOption) => one.id === other.id}
      onValueChange={(chosen) => onChange(chosen ?? undefined)}
      filter={onQuery ? null : fits}
      {...(onQuery && {
        onInputValueChange: (typed: string, { reason }: { readonly reason: string }) =>
          // A chosen item fills the field, too, but isn't a search.
          onQuery(reason === 'input-change' ? typed : ''),
      })}
    >
      <div className="picker">
        <Base.Input
          {...wiring}
          className="input"
          placeholder={placeholder}
          autoComplete="off"
          // Typing then starts a new search instead of adding to the chosen label.
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Base.Trigger className="picker-open" aria-label="Show the choices">
          <ChevronDown aria-hidden />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={4} align="start">
          <Base.Popup className="menu picker-list scroll-area">
            {counted !== undefined && <Count total={options.length} noun={counted} />}
            <Base.Empty className="picker-empty">No matches.</Base.Empty>
            <Base.List>
              {(option: PickerOption) => (
                <Base.Item key={option.id} value={option} className="menu-item">
                  {option.icon}
                  <span className="picker-text">
                    <span>{option.label}</span>
                    {option.description !== undefined && <small>{option.description}</small>}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Count({ total, noun }: { readonly total: number; readonly noun: string }) {
  const found = Base.useFilteredItems().length;
  return <Base.Status className="picker-count">{countWords(found, total, noun)}</Base.Status>;
}
