import { NativeSelect } from '@mantine/core';

interface StateFilterProps<State extends string> {
  readonly label: string;
  readonly states: readonly State[];
  /** The name of each state. */
  readonly names: Readonly<Record<State, string>>;
  /** The text for no choice: `Every state`. */
  readonly every: string;
  readonly value: State | undefined;
  readonly onChange: (state: State | undefined) => void;
}

/** Limits a list to one state. */
export const StateFilter = <State extends string>(props: StateFilterProps<State>) => (
  <NativeSelect
    label={props.label}
    value={props.value ?? ''}
    data={[
      { value: '', label: props.every },
      ...props.states.map((state) => ({ value: state, label: props.names[state] })),
    ]}
    onChange={({ currentTarget }) =>
      props.onChange(props.states.find((state) => state === currentTarget.value))
    }
  />
);
