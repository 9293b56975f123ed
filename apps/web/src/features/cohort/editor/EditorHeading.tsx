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
  readonly onStopEditing: () => void;
  readonly besideName?: ReactNode;
}

/** Where the concept stands in the tree, what it is, and what has to be known before filtering on it. */
export function EditorHeading({ concept, isEditing, onStopEditing, besideName }: EditorHeadingProps) {
  const path = concept.categoryHierarchy.map(({ name }) => name);
  return (
    <header className={classes.heading}>
      {path.length > 0 && (
        <p className={classes.path} title={path.join(' › ')}>
          {(path.length > 2 ? ['…', ...path.slice(-2)] : path).join(' › ')}
        </p>
      )}
      <Group gap="sm" align="center">
        <Title order={1} size="h2">
          {concept.name}
        </Title>
        <Badge variant="light" color="gray" tt="none" fw={500}>
          {typeNames[concept.conceptType]}
        </Badge>
        {besideName}
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
      {isEditing && (
        <Alert color="blue" icon={<Pencil size={16} />} p="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{words.editing}</Text>
            <Button size="compact-xs" variant="white" onClick={onStopEditing}>
              {words.stopEditing}
            </Button>
          </Group>
        </Alert>
      )}
    </header>
  );
}

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
