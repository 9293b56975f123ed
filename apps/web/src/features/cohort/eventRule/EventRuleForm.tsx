import { inSentence } from '@atrium/contract/calendar/numerals';
import type { CollectionDetail, EventOption, EventOptions } from '@atrium/contract/wire/criteriaSetOptions';
import { Radio, Stack } from '@mantine/core';
import { useDraft } from '../../../api/useDraft.ts';
import type { SetDialogProps } from '../criteriaSet/CriteriaSetDialog.tsx';
import { FormFrame } from '../criteriaSet/FormFrame.tsx';
import { useFormEdit } from '../criteriaSet/useFormEdit.ts';
import { PreviewCount, usePreview } from '../editor/PreviewCount.tsx';
import classes from './EventRule.module.css';
import { ruleWords } from './eventRuleWords.ts';
import { RuleFields } from './RuleFields.tsx';
import { draftOf, fieldNames, isOpen, lacksTarget, postedRule, ruleDraft } from './ruleForm.ts';

interface EventRuleFormProps extends SetDialogProps {
  readonly options: EventOptions;
  readonly collection: CollectionDetail;
}

/** One form of rule is chosen; its fields stand below it as a sentence. */
export function EventRuleForm({ dataset, view, set, onClose, options, collection }: EventRuleFormProps) {
  const isNew = set.eventRuleLabel === undefined;
  const start = draftOf(options, isNew);
  const kept = useDraft({
    schema: ruleDraft,
    about: ['event rule', dataset, set.entryId],
    start,
    base: JSON.stringify(start),
    place: 'tab',
  });
  const { value: draft, change } = kept;
  const { errors, isSaving, save } = useFormEdit(dataset, fieldNames[draft.kind], () => {
    kept.clear();
    onClose();
  });
  const chosen = options.eventOptions.filter(isOpen).find(({ kind }) => kind === draft.kind);
  const isIdle = chosen === undefined || lacksTarget(draft);
  const transformation = {
    kind: 'modify_event_rule',
    entryId: set.entryId,
    optionType: draft.kind,
    ...postedRule(draft),
  } as const;
  const preview = usePreview({
    dataset,
    snapshotId: view.snapshotId,
    transformation,
    isDue: !isIdle && !isSaving && (isNew || kept.isChanged),
  });
  const choose = (kind: string) => {
    const found = options.eventOptions.find((option) => option.kind === kind);
    if (found !== undefined) change({ kind: found.kind });
  };
  return (
    <FormFrame
      onSubmit={() => save(transformation)}
      onCancel={onClose}
      isSaving={isSaving}
      isIdle={isIdle}
      errors={errors}
      draft={kept}
      beside={<PreviewCount dataset={dataset} preview={preview} condition={ruleWords.withRule} />}
    >
      <Radio.Group
        label={ruleWords.question(inSentence(collection.namePlural))}
        value={draft.kind}
        onChange={choose}
      >
        <Stack gap="xs" mt="xs">
          {options.eventOptions.map((option) => (
            <div key={option.kind} className={classes.option} data-chosen={option.kind === draft.kind}>
              <OptionRadio option={option} />
              {option === chosen && (
                <div className={classes.fields}>
                  <RuleFields
                    option={chosen}
                    draft={draft}
                    onChange={change}
                    errors={errors.fields}
                    of={{ dataset, view, set }}
                  />
                </div>
              )}
            </div>
          ))}
        </Stack>
      </Radio.Group>
    </FormFrame>
  );
}

const OptionRadio = ({ option }: { readonly option: EventOption }) => (
  <Radio
    value={option.kind}
    label={option.label}
    disabled={!option.allowed}
    description={option.allowed ? undefined : ruleWords.why(option.disallowedReason)}
  />
);
