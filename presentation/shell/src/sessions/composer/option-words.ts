import type { AgentOptionSetting } from '@loggia/protocol';
import { asName } from '../../ui/foreign-words.ts';

export interface OptionChoice {
  readonly value: string;
  readonly label: string;
  readonly description: string | undefined;
}

export function choicesOf({ property }: AgentOptionSetting): readonly OptionChoice[] {
  const { enum: values = [], enumLabels = [], enumDescriptions = [] } = property;
  return values.flatMap((value, index) =>
    typeof value === 'string'
      ? [
          {
            value,
            label: asName(enumLabels[index] ?? value),
            description: enumDescriptions[index] || undefined,
          },
        ]
      : [],
  );
}

/** The most that fits beside the other buttons. */
const mostShown = 2;

/** The current choices in a few words: those that are one of several, and those that are on. */
export function summaryOf(options: readonly AgentOptionSetting[]): string {
  const words = options.flatMap((option) => {
    if (option.property.type === 'boolean')
      return option.value === true ? [asName(option.property.title)] : [];
    return choicesOf(option).flatMap(({ value, label }) => (value === option.value ? [label] : []));
  });
  return words.slice(0, mostShown).join(' · ') || 'Options';
}
