import type { ConceptDetail } from '@atrium/contract';
import { Alert, Badge, Button, Group, Text, Title } from '@mantine/core';
import { Lock, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { words } from '../words.ts';
import classes from './EditorSession.module.css';

interface EditorHeadingProps {
  readonly concept: ConceptDetail;
  readonly isEditing: boolean;
  /** Who has just stopped editing goes on from the name of the concept. */
  readonly isReturn: boolean;
  readonly onStopEditing: () => void;
  readonly besideName?: ReactNode;
}

/** Where the concept stands in the tree, what it is, and what has to be known before filtering on it. */
export function EditorHeading(props: EditorHeadingProps) {
  const { concept, isEditing, isReturn, onStopEditing, besideName } = props;
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
          {typeNames[concept.conceptType]}
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
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true });
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

const typeNames: Readonly<Record<ConceptDetail['conceptType'], string>> = {
  category: 'Category',
  boolean: 'Yes or no',
  ontology: 'Ontology',
  text: 'Text',
  date: 'Date',
  date_deid: 'Date',
  number: 'Number',
  age: 'Age',
  unknown: 'Other',
};
