import { inSentence } from '@atrium/contract/calendar/numerals';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { Alert, Badge, Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Noun } from '../../../api/nouns.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { Lock, Pencil } from '../../../ui/icons.ts';
import { isFocusLost } from '../../../ui/lostFocus.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { polarityWords, words } from '../cohortWords.ts';
import { ExplainedSwitch } from '../ExplainedSwitch.tsx';
import classes from './EditorSession.module.css';
import type { PolarityChoice, PolarityChoosing } from './polarity.ts';

interface EditorHeadingProps {
  readonly concept: ConceptDetail;
  /** The name of the kind of concept. */
  readonly kindName: string;
  readonly isEditing: boolean;
  /** The person has just stopped editing: the focus goes to the name of the concept. */
  readonly isReturn: boolean;
  readonly onStopEditing: () => void;
  readonly besideName?: ReactNode;
}

/** The concept's position in the tree, its name and kind, and notes to read before filtering on it. */
export function EditorHeading(props: EditorHeadingProps) {
  const { concept, kindName, isEditing, isReturn, onStopEditing, besideName } = props;
  const path = concept.categoryHierarchy.map(({ name }) => name);
  return (
    <header className={classes.heading}>
      {path.length > 0 && (
        <p className={classes.path} title={path.join(' › ')}>
          {(path.length > 2 ? ['…', ...path.slice(-2)] : path).join(' › ')}
        </p>
      )}
      <Group gap="sm" align="center">
        <Title order={1} size="h2" tabIndex={-1} ref={isReturn ? takeLostFocus : undefined}>
          {concept.name}
        </Title>
        <Badge variant="light" color="gray" tt="none" fw={500}>
          {kindName}
        </Badge>
        {besideName}
        {isEditing && <EditingNotice onStop={onStopEditing} />}
      </Group>
      {concept.description !== '' && (
        <Text c="dimmed" component="div" maw="70ch">
          <SafeHtml html={concept.description} />
        </Text>
      )}
      {concept.additionalMetadata.length > 0 && (
        <Text size="xs" c="dimmed">
          {concept.additionalMetadata.join(' · ')}
        </Text>
      )}
      {concept.hasPhi && (
        <Alert color="yellow" icon={<Lock size={16} />} p="xs">
          {words.hasPhi}
        </Alert>
      )}
    </header>
  );
}

const takeLostFocus = (heading: HTMLElement | null): void => {
  if (isFocusLost()) heading?.focus({ preventScroll: true });
};

/** Beside the name, where it comes and goes without moving what is below. */
const EditingNotice = ({ onStop }: { readonly onStop: () => void }) => (
  <div className={classes.editing}>
    <Pencil size={14} aria-hidden />
    <Text size="sm">{words.editing}</Text>
    <Button size="compact-xs" variant="white" onClick={onStop}>
      {words.stopEditing}
    </Button>
  </div>
);

interface EditorSwitchesProps {
  readonly isCohortOnly: boolean;
  readonly onCohortOnly: (on: boolean) => void;
  readonly includeMissing: boolean;
  readonly onIncludeMissing: (on: boolean) => void;
  /** Subjects without a value, once known. */
  readonly missing: ShownCount | undefined;
  readonly subject: Noun;
}

/** Whose data are shown, and whether subjects without a value stay. */
export function EditorSwitches(props: EditorSwitchesProps) {
  return (
    <div className={classes.switches}>
      <ExplainedSwitch
        label={words.cohortOnly}
        tip={words.cohortOnlyTip}
        checked={props.isCohortOnly}
        onChange={props.onCohortOnly}
      />
      <ExplainedSwitch
        label={words.includeMissing}
        detail={props.missing === undefined ? undefined : formatCount(props.missing)}
        tip={words.includeMissingTip(props.subject)}
        checked={props.includeMissing}
        onChange={props.onIncludeMissing}
      />
    </div>
  );
}

const choices: readonly PolarityChoice[] = ['present', 'absent', 'either'];

interface PolaritySelectProps extends PolarityChoosing {
  readonly concept: Pick<ConceptDetail, 'collectionNamePlural'>;
}

/** Which records a new filter is about, where their collection says which are present. */
export function PolaritySelect({ concept, conceptName, value, onChange }: PolaritySelectProps) {
  const id = useId();
  return (
    <div className={classes.placement}>
      <Text component="label" htmlFor={id} size="sm">
        {polarityWords.which(inSentence(concept.collectionNamePlural))}
      </Text>
      <NativeSelect
        id={id}
        size="xs"
        title={polarityWords.tip(conceptName)}
        data={choices.map((choice) => ({ value: choice, label: polarityWords.choices[choice] }))}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((choice) => choice === currentTarget.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      />
    </div>
  );
}
