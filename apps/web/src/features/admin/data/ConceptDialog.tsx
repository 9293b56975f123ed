import { conceptUses, mayBePrefilter } from '@atrium/contract/documents/dataPackage';
import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { ArrowDown, ArrowUp } from '../../../ui/icons.ts';
import type { ConceptTexts, DictionaryDraft, DraftChange } from './dictionaryDraft.ts';
import { useNames, dictionaryWords as words } from './dictionaryWords.ts';

interface ConceptDialogProps {
  readonly room: DictionaryRoom;
  readonly draft: DictionaryDraft;
  readonly id: string;
  readonly onChange: (change: DraftChange) => void;
  readonly onClose: () => void;
}

/** The fields of a concept that do not fit into its row. Changes are part of the draft at once. */
export function ConceptDialog({ room, draft, id, onChange, onClose }: ConceptDialogProps) {
  const texts = draft.texts.get(id);
  const concept = room.concepts.find((one) => one.id === id);
  if (texts === undefined || concept === undefined) return null;
  const isFixed = !room.isEditable;
  const change = (to: Partial<ConceptTexts>) => onChange({ kind: 'concept', id, to });
  return (
    <Modal opened onClose={onClose} title={words.moreOf(texts.title)} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.given(concept.given.title)}
        </Text>
        <TextInput
          label={words.plural}
          value={texts.titlePlural}
          disabled={isFixed}
          onChange={({ currentTarget }) => change({ titlePlural: currentTarget.value })}
        />
        <Textarea
          label={words.description}
          autosize
          minRows={3}
          value={texts.description}
          disabled={isFixed}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <Checkbox.Group
          label={words.uses}
          value={texts.uses}
          onChange={(chosen) => change({ uses: conceptUses.filter((use) => chosen.includes(use)) })}
        >
          <Group gap="md" mt={4}>
            {conceptUses.map((use) => (
              <Checkbox key={use} value={use} label={useNames[use]} disabled={isFixed} />
            ))}
          </Group>
        </Checkbox.Group>
        <PrefilterFields {...{ room, draft, id, texts, isFixed, change }} />
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            {(
              [
                [-1, words.up, ArrowUp],
                [1, words.down, ArrowDown],
              ] as const
            ).map(([by, label, Icon]) => (
              <Button
                key={by}
                variant="default"
                size="compact-sm"
                disabled={isFixed}
                leftSection={<Icon size={14} aria-hidden />}
                onClick={() => onChange({ kind: 'move', id, by })}
              >
                {label}
              </Button>
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={isFixed}
              onClick={() => change(concept.given)}
            >
              {words.reset}
            </Button>
          </Group>
          <Button onClick={onClose}>{words.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface PrefilterProps {
  readonly room: DictionaryRoom;
  readonly draft: DictionaryDraft;
  readonly id: string;
  readonly texts: ConceptTexts;
  readonly isFixed: boolean;
  readonly change: (to: Partial<ConceptTexts>) => void;
}

function PrefilterFields({ room, draft, id, texts, isFixed, change }: PrefilterProps) {
  const own = room.concepts.find((one) => one.id === id);
  const choices = room.concepts.filter(
    ({ id: other, type, collection }) =>
      other !== id && collection === own?.collection && mayBePrefilter(type),
  );
  const { prefilter } = texts;
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={words.prefilter}
        description={words.prefilterHint}
        value={prefilter?.conceptId ?? ''}
        disabled={isFixed}
        data={[
          { value: '', label: words.noPrefilter },
          ...choices.map((one) => ({ value: one.id, label: draft.texts.get(one.id)?.title ?? one.id })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({
            prefilter: value === '' ? null : { conceptId: value, mode: prefilter?.mode ?? 'optional' },
          })
        }
      />
      {prefilter !== null && (
        <NativeSelect
          label={words.prefilterMode}
          value={prefilter.mode}
          disabled={isFixed}
          data={[
            { value: 'required', label: words.required },
            { value: 'optional', label: words.optional },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ prefilter: { ...prefilter, mode: value === 'required' ? 'required' : 'optional' } })
          }
        />
      )}
    </Group>
  );
}
